import { zodResolver } from '@hookform/resolvers/zod'
import { mayUsePassword } from '@malote/core/auth/password-login.ts'
import { shortestPassword } from '@malote/core/auth/password-words.ts'
import { type NotificationFlag, notificationFlags } from '@malote/core/notifications/notification-type.ts'
import {
  type ProfileUpdate,
  profileUpdate,
  profileUpdated,
  profileUpdateWire,
} from '@malote/core/profile/profile-update.ts'
import { PasswordInput, Stack, Switch, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form'
import { configQuery } from '../../domain/organisation/config.ts'
import { SecondStepSection } from '../../domain/second-step/second-step-section.tsx'
import { useSession, useViewer } from '../../domain/session/session.tsx'
import { useDraft } from '../../domain/session/use-draft.ts'
import { PhoneField } from '../../domain/users/phone-field.tsx'
import { errorMessage } from '../../lib/api-error.ts'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { showInPlace } from '../../lib/telling.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { UnsavedChangesGuard } from '../../ui/dialog/unsaved-changes-guard.tsx'
import { DraftBanner } from '../../ui/draft-banner.tsx'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Spoken } from '../../ui/spoken.tsx'
import { CalendarFeed } from './calendar-feed.tsx'
import { OwnData, OwnSessions } from './own-data.tsx'
import { noPasswords, type ProfileForm, profileFailed, profileFormOf, saveProfile } from './profile.api.ts'
import classes from './profile.module.css'

/** How long the success message shows, in milliseconds (contract 9.6). */
const successFor = 3000

export default function ProfilePage() {
  const viewer = useViewer()
  const { update } = useSession()
  const form = useForm<ProfileForm, unknown, ProfileUpdate>({
    resolver: zodResolver(profileUpdate),
    defaultValues: profileFormOf(viewer),
  })
  const { handleSubmit, formState, setError, clearErrors, getValues, setValue, reset } = form
  // Another tab or device may change the profile meanwhile: what is not changed here follows.
  useEffect(() => reset(profileFormOf(viewer), { keepDirtyValues: true }), [viewer, reset])
  const draft = useDraft<ProfileForm>({
    name: 'profile',
    isDirty: formState.isDirty,
    // Drafts never contain passwords.
    keep: () => ({ ...getValues(), ...noPasswords }),
    restore: (kept) => reset({ ...kept, ...noPasswords }, { keepDefaultValues: true }),
  })
  const discard = () => {
    draft.forget()
    reset()
  }
  const failure = formState.errors.root?.message
  const {
    mutate,
    isPending,
    isSuccess,
    reset: forget,
  } = useMutation({
    ...saveProfile,
    // Also runs when the page was left meanwhile.
    onSuccess: (user) => {
      draft.forget()
      if (user) update(user)
    },
  })

  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(forget, successFor)
    return () => clearTimeout(timer)
  }, [isSuccess, forget])

  const save = handleSubmit((values) => {
    clearErrors('root')
    const sent = getValues()
    mutate(values, {
      onSuccess: (user) => {
        showInPlace()
        const now = getValues()
        reset(user ? profileFormOf(user) : { ...values, ...noPasswords })
        // What was changed during the save is still to be saved.
        for (const name of Object.keys(sent) as (keyof ProfileForm)[]) {
          if (now[name] !== sent[name]) setValue(name, now[name], { shouldDirty: true })
        }
      },
      onError: (error) => {
        showInPlace()
        if (showFieldErrors(error, profileUpdateWire, setError)) return
        setError('root', { message: errorMessage(error, profileFailed) })
      },
    })
  })

  return (
    <div className={classes.page}>
      <PageHeader title="Meu Perfil" context={[viewer.role, viewer.departmentName].filter(Boolean).join(' · ')} />
      <FormProvider {...form}>
        <form noValidate onSubmit={save} aria-busy={isPending}>
          <UnsavedChangesGuard isDirty={formState.isDirty} onLeave={draft.forget} />
          {draft.isRestored && (
            <div className={classes.news}>
              <DraftBanner missing="As senhas não são guardadas." onDiscard={discard} />
            </div>
          )}
          <div className={classes.columns}>
            <div className={classes.column}>
              <PersonalData name={viewer.name} email={viewer.email} />
              <PasswordFields />
            </div>
            <NotificationSwitches />
          </div>
          <footer className={classes.footer}>
            <ErrorSummary />
            <div className={classes.news}>
              <Spoken component="div">
                {isSuccess && (
                  <Banner tone="success" isInSpoken>
                    {profileUpdated}
                  </Banner>
                )}
              </Spoken>
              {failure && <Banner tone="danger">{failure}</Banner>}
            </div>
            <SubmitButton isBusy={isPending} busyLabel="Salvando...">
              Salvar alterações
            </SubmitButton>
          </footer>
        </form>
      </FormProvider>
      <div className={classes.column}>
        <CalendarFeed />
        <SecondStepSection />
        <OwnSessions />
        <OwnData />
      </div>
    </div>
  )
}

const fixed = { description: 'Esta informação não pode ser alterada', readOnly: true }

function PersonalData({ name, email }: { name: string; email: string }) {
  return (
    <Card title="Dados pessoais">
      <Stack gap="md">
        <TextInput label="Nome" value={name ?? ''} autoComplete="name" {...fixed} />
        <TextInput label="E-mail" type="email" value={email ?? ''} autoComplete="email" {...fixed} />
        <PhoneField autoComplete="tel" />
      </Stack>
    </Card>
  )
}

const fields = [
  { name: 'currentPassword', label: 'Senha atual', autoComplete: 'current-password' },
  {
    name: 'newPassword',
    label: 'Nova senha',
    autoComplete: 'new-password',
    description: `Pelo menos ${shortestPassword} caracteres`,
  },
  { name: 'confirmPassword', label: 'Confirmar nova senha', autoComplete: 'new-password' },
] as const

/** For people who may sign in with a password. */
function PasswordFields() {
  const { register, formState } = useFormContext<ProfileForm>()
  const viewer = useViewer()
  const { data: config } = useQuery(configQuery)
  if (config && !mayUsePassword(config.passwordLogin, viewer)) return null
  return (
    <Card title="Alterar senha">
      <Stack gap="md">
        <p className="soft">Deixe em branco para manter a senha atual.</p>
        {fields.map(({ name, ...field }) => (
          <PasswordInput
            key={name}
            {...field}
            error={formState.errors[name]?.message}
            aria-invalid={Boolean(formState.errors[name])}
            {...register(name)}
          />
        ))}
      </Stack>
    </Card>
  )
}

const groups = [
  { about: 'protocols', title: 'Notificações de protocolos' },
  { about: 'items', title: 'Notificações de itens' },
] as const

interface FlagSwitch {
  about: (typeof groups)[number]['about']
  label: string
}

const switches: Readonly<Record<NotificationFlag, FlagSwitch>> = {
  notifyNewProtocol: { about: 'protocols', label: 'Novo protocolo' },
  notifyProtocolReceived: { about: 'protocols', label: 'Protocolo recebido' },
  notifyProtocolEdited: { about: 'protocols', label: 'Protocolo editado' },
  notifyProtocolCanceled: { about: 'protocols', label: 'Protocolo cancelado' },
  notifyProtocolCompleted: { about: 'protocols', label: 'Protocolo concluído' },
  notifyProtocolComment: { about: 'protocols', label: 'Comentário em protocolo' },
  notifyItemReturn: { about: 'items', label: 'Retorno de item' },
  notifyItemCompleted: { about: 'items', label: 'Item concluído' },
  notifyItemCanceled: { about: 'items', label: 'Item cancelado' },
  notifyItemAssigned: { about: 'items', label: 'Item atribuído' },
}

const flagsAbout = (about: FlagSwitch['about']) => notificationFlags.filter((flag) => switches[flag].about === about)

/** The user's notification settings, in the two groups of contract 2.13.2. */
function NotificationSwitches() {
  return (
    <Card title="Notificações">
      <p className="soft">Escolha sobre o que você quer ser avisado.</p>
      {groups.map(({ about, title }) => (
        <fieldset key={about} className={classes.group}>
          <legend className={classes.legend}>{title}</legend>
          {flagsAbout(about).map((name) => (
            <Controller<ProfileForm, NotificationFlag>
              key={name}
              name={name}
              render={({ field: { value, onChange, ...field } }) => (
                <Switch
                  {...field}
                  label={switches[name].label}
                  labelPosition="left"
                  className={classes.switch}
                  checked={value === true}
                  onChange={(event) => onChange(event.currentTarget.checked)}
                />
              )}
            />
          ))}
        </fieldset>
      ))}
    </Card>
  )
}
