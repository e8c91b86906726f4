import { zodResolver } from '@hookform/resolvers/zod'
import { type EnrolledMethod, removeMethodBody, removeMethodForm } from '@malote/core/auth/second-step.ts'
import { PasswordInput, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { focusContent } from '../../lib/content.ts'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { counted } from '../../lib/format.ts'
import { showInPlace } from '../../lib/telling.ts'
import { Banner } from '../../ui/banner.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { configQuery } from '../organisation/config.ts'
import { removeMethod, resetSecondStep, secondStepOfUserQuery } from './second-step.api.ts'

interface RemoveMethodDialogProps {
  isOpen: boolean
  method: EnrolledMethod
  isLast: boolean
  onClose: () => void
}

/** Removes a method, with the password, or soon after a sign-in at the provider. */
export function RemoveMethodDialog({ isOpen, method, isLast, onClose }: RemoveMethodDialogProps) {
  const { mutate, isPending } = useMutation(removeMethod(useQueryClient()))
  const { data: config } = useQuery(configQuery)
  const provider = config?.oidcLabel ?? null
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(provider === null ? removeMethodForm : removeMethodBody),
    defaultValues: { currentPassword: provider === null ? '' : undefined },
  })
  const submit = handleSubmit((body) =>
    mutate(
      { id: method.id, ...body },
      {
        onSuccess: () => {
          onClose()
          focusContent() // the button that opened the dialog is gone with its row
        },
        onError: (error) => {
          if (showFieldErrors(error, removeMethodBody, setError)) showInPlace()
          else onClose()
        },
      },
    ),
  )
  return (
    <FormDialog
      isOpen={isOpen}
      title={`Remover ${method.name}`}
      submitLabel="Remover"
      busyLabel="Removendo..."
      isBusy={isPending}
      isDangerous
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {isLast
          ? 'É a sua última forma de verificação: depois de removê-la, a senha sozinha abre a sua conta, e os códigos de recuperação deixam de valer.'
          : 'Ela deixa de confirmar as suas entradas. As outras formas continuam valendo.'}
      </p>
      <PasswordInput
        label={provider === null ? 'Senha atual *' : 'Senha atual'}
        description={provider === null ? undefined : `Deixe em branco se você entra só com ${provider}.`}
        autoComplete="current-password"
        aria-required={provider === null}
        data-autofocus
        error={formState.errors.currentPassword?.message}
        {...register('currentPassword', provider === null ? {} : { setValueAs: (text) => text || undefined })}
      />
    </FormDialog>
  )
}

interface ResetDialogProps {
  isOpen: boolean
  user: { id: number; name: string }
  onClose: () => void
}

/** Asks an Admin before somebody's second step is removed. */
export function ResetDialog({ isOpen, user, onClose }: ResetDialogProps) {
  const secondStep = useQuery(secondStepOfUserQuery(user.id))
  const isNone = secondStep.data?.methods.length === 0
  const { mutate, isPending } = useMutation(resetSecondStep(useQueryClient()))
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Redefinir verificação em duas etapas"
      confirmLabel={isNone ? 'Entendi' : 'Redefinir'}
      busyLabel="Redefinindo..."
      isBusy={isPending}
      isDangerous={!isNone}
      onConfirm={() => (isNone ? onClose() : mutate(user.id, { onSettled: onClose }))}
      onClose={onClose}
    >
      <QueryStates
        query={secondStep}
        failed="Erro ao carregar a verificação em duas etapas. Tente novamente."
        loading={<Skeleton height={64} />}
      >
        {({ methods }) =>
          methods.length === 0 ? (
            <Banner tone="progress">{user.name} não usa a verificação em duas etapas: não há o que redefinir.</Banner>
          ) : (
            <p>
              Remover {counted(methods.length, 'forma de verificação', 'formas de verificação')} e os códigos de
              recuperação de {user.name}? As sessões dessa pessoa são encerradas, e ela volta a entrar só com a senha.
              Tenha certeza de que foi ela quem pediu.
            </p>
          )
        }
      </QueryStates>
    </ConfirmDialog>
  )
}
