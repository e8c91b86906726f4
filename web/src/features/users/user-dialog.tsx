import { zodResolver } from '@hookform/resolvers/zod'
import { refusalIn } from '@malote/core/shared/verdict.ts'
import { role, roles } from '@malote/core/users/role.ts'
import { type NewUser, newUser, type User } from '@malote/core/users/user.ts'
import { userEditWire } from '@malote/core/users/user.wire.ts'
import { canChangeUser } from '@malote/core/users/user-rules.ts'
import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Controller, FormProvider, useFormContext, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { departmentsQuery } from '../../domain/catalogs/catalogs.api.ts'
import { useEntryForm } from '../../domain/catalogs/use-entry-form.ts'
import { itemName } from '../../domain/items/item-name.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { PhoneField } from '../../domain/users/phone-field.tsx'
import { readCreatedUser, responsibilitiesQuery, saveUser } from '../../domain/users/users.api.ts'
import { counted, formatDate } from '../../lib/format.ts'
import { showInPlace } from '../../lib/telling.ts'
import { Banner } from '../../ui/banner.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { RefusableCheckbox } from '../../ui/fields/refusable-checkbox.tsx'
import { optionsOf, SearchableSelect } from '../../ui/fields/searchable-select.tsx'
import { TextLink } from '../../ui/links.tsx'
import type { Invited } from './invitation-dialog.tsx'
import { userWords } from './user-filter.ts'
import classes from './users.module.css'

interface UserDialogProps {
  isOpen: boolean
  /** null for a new user. */
  user: User | null
  activeAdmins: number
  onInvited: (invited: Invited) => void
  onClose: () => void
}

/** Creates a user, followed by the invitation link, or edits one. */
export function UserDialog({ isOpen, user, activeAdmins, onInvited, onClose }: UserDialogProps) {
  const { data: departments = [] } = useQuery(departmentsQuery)
  const { form, dialog } = useEntryForm<User, UserForm, NewUser>({
    row: user,
    formOf: userFormOf,
    resolver: userResolver,
    save: saveUser(useQueryClient()),
    wire: userEditWire,
    shownAs: { departmentId: (id) => departments.find((department) => String(department.id) === id)?.name },
    words: userWords,
    reValidateMode: 'onChange',
    isOpen,
    onSaved: (answer, { name, email, isActive }) => {
      if (user) return onClose()
      const { invitation, ...created } = readCreatedUser(answer)
      showInPlace()
      // The response may omit fields, so the form's values fill the dialog.
      onInvited({ user: { ...created, name, email, isActive }, invitation })
    },
    onClose,
  })
  return (
    <FormDialog {...dialog}>
      <FormProvider {...form}>
        <UserFields user={user} activeAdmins={activeAdmins} />
        {user && isOpen && <DepartureWarning user={user} />}
      </FormProvider>
    </FormDialog>
  )
}

/**
 * Warns that a user who is about to be moved or deactivated is responsible for pending items: lists them and says what
 * happens to them.
 */
function DepartureWarning({ user }: { user: User }) {
  const { control } = useFormContext<UserForm>()
  const [departmentId, isActive] = useWatch({ control, name: ['departmentId', 'isActive'] })
  const isMoving = user.departmentId !== null && Number(departmentId) !== user.departmentId && departmentId !== ''
  const isLeaving = user.isActive && (!isActive || isMoving)
  const { data } = useQuery({ ...responsibilitiesQuery(user.id), enabled: isLeaving })
  const total = data?.meta?.total ?? 0
  if (!isLeaving || !data || total === 0) return null
  const rest = total - data.data.length
  return (
    <Banner tone="pending">
      <p>
        {user.name} responde por {counted(total, 'item pendente', 'itens pendentes')}. {becomesOf(total)}
      </p>
      <ul className={classes.items}>
        {data.data.map(
          ({ id, protocolId, documentNumber, description, itemType, returnDate, destinationDepartment }) => (
            <li key={id}>
              <TextLink
                to="/protocolos/$id"
                params={{ id: String(protocolId) }}
                target="_blank"
                inherit
                c="inherit"
                underline="always"
              >
                #{protocolId}
              </TextLink>
              {` · ${itemName({ documentNumber, description, itemType })} · ${destinationDepartment}`}
              {returnDate && ` · até ${formatDate(returnDate)}`}
            </li>
          ),
        )}
        {rest > 0 && <li>e mais {counted(rest, 'item', 'itens')}</li>}
      </ul>
    </Banner>
  )
}

const becomesOf = (total: number) =>
  total === 1
    ? 'Ele continua com essa pessoa até que um gestor do departamento de destino o tramite; os gestores serão avisados.'
    : 'Eles continuam com essa pessoa até que um gestor do departamento de destino os tramite; os gestores serão avisados.'

interface UserFieldsProps {
  user: User | null
  activeAdmins: number
}

function UserFields({ user, activeAdmins }: UserFieldsProps) {
  const viewer = useViewer()
  const { data: departments = [], isPending, isError } = useQuery(departmentsQuery)
  const { register, control, formState } = useFormContext<UserForm>()
  const { errors } = formState
  const leaving = user?.isActive && canChangeUser(viewer, user, { ...user, isActive: false }, activeAdmins)
  const reasonToStay = leaving ? refusalIn(leaving) : null
  return (
    <>
      <TextInput
        label="Nome"
        required
        maxLength={120}
        autoComplete="off"
        data-autofocus
        error={errors.name?.message}
        {...register('name')}
      />
      <TextInput
        label="E-mail"
        type="email"
        required
        autoComplete="off"
        error={errors.email?.message}
        {...register('email')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <PhoneField autoComplete="off" />
        <Controller
          control={control}
          name="role"
          render={({ field, fieldState }) => (
            <Select
              {...field}
              value={field.value ?? null}
              label="Perfil"
              required
              data={[...roles]}
              allowDeselect={false}
              error={fieldState.error?.message}
            />
          )}
        />
      </SimpleGrid>
      <Controller
        control={control}
        name="departmentId"
        render={({ field, fieldState }) => (
          <SearchableSelect
            {...field}
            value={String(field.value) || null}
            onChange={(value) => field.onChange(value ?? '')}
            label="Departamento"
            required
            placeholder="Selecione um departamento"
            loading={isPending && 'Carregando...'}
            data={optionsOf(departments)}
            nothingFoundMessage="Nenhum departamento encontrado"
            error={fieldState.error?.message ?? (isError && 'Erro ao carregar departamentos.')}
          />
        )}
      />
      <Controller
        control={control}
        name="isActive"
        render={({ field: { value, onChange, ...field } }) => (
          <RefusableCheckbox
            {...field}
            label="Usuário ativo"
            radius="xs"
            checked={value === true}
            onChange={(event) => onChange(event.currentTarget.checked)}
            refusal={reasonToStay}
            isRefusalInSight
          />
        )}
      />
    </>
  )
}

type UserForm = z.input<typeof newUser>

const userResolver = zodResolver(newUser)

/** A new user is active and has the role Usuário (contract 5.5.5). */
const userFormOf = (user: User | null): UserForm => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  phone: user?.phone ?? '',
  departmentId: String(user?.departmentId ?? ''),
  role: user?.role ?? role.user,
  isActive: user?.isActive ?? true,
})
