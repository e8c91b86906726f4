import { refusalIn } from '@malote/core/shared/verdict.ts'
import { roles } from '@malote/core/users/role.ts'
import type { User } from '@malote/core/users/user.ts'
import { canChangeUser } from '@malote/core/users/user-rules.ts'
import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Controller, useFormContext } from 'react-hook-form'
import { departmentsQuery } from '../../domain/catalogs/departments.api.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { PhoneField } from '../../domain/users/phone-field.tsx'
import { RefusableCheckbox } from '../../ui/fields/refusable-checkbox.tsx'
import { optionsOf, SearchableSelect } from '../../ui/fields/searchable-select.tsx'
import type { UserForm } from './user-form.ts'

interface UserFieldsProps {
  user: User | null
  activeAdmins: number
}

export function UserFields({ user, activeAdmins }: UserFieldsProps) {
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
