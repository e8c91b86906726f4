import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Control, Controller, useWatch } from 'react-hook-form'
import { departmentUsersQuery } from '../../departments/departments.api.ts'
import type { ProtocolForm } from './protocol-form.ts'
import { selectTexts } from './select-texts.ts'

/** Who answers for the item at its destination; nobody can be chosen before the destination is (SPEC 5). */
export function ResponsibleField({ control, index }: { control: Control<ProtocolForm>; index: number }) {
  const destination = useWatch({ control, name: 'destinationDepartmentId' })
  const { data = [], isFetching } = useQuery(departmentUsersQuery(destination ? Number(destination) : null))
  const hint = destination ? undefined : 'Selecione um departamento de destino primeiro'
  return (
    <Controller
      control={control}
      name={`items.${index}.responsibleId`}
      render={({ field, fieldState }) => (
        <Select
          label="Usuário Responsável"
          searchable
          placeholder={isFetching ? 'Carregando usuários...' : 'Selecione'}
          data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...selectTexts}
          {...field}
          disabled={!destination}
          description={hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}
