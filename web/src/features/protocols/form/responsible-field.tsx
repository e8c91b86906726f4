import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Control, Controller, useWatch } from 'react-hook-form'
import { departmentUsersQuery } from '../../departments/departments.api.ts'
import { type ItemForm, type ProtocolForm, withKnown } from './protocol-form.ts'
import { selectTexts } from './select-texts.ts'

interface ResponsibleFieldProps {
  control: Control<ProtocolForm>
  index: number
  item: ItemForm
}

/** Who answers for the item at its destination; nobody can be chosen before the destination is (SPEC 5). */
export function ResponsibleField({ control, index, item }: ResponsibleFieldProps) {
  const destination = useWatch({ control, name: 'destinationDepartmentId' })
  const { data = [], isLoading } = useQuery(departmentUsersQuery(destination ? Number(destination) : null))
  const people = data.map(({ id, name }) => ({ value: String(id), label: name }))
  const hint = destination ? undefined : 'Selecione um departamento de destino primeiro'
  return (
    <Controller
      control={control}
      name={`items.${index}.responsibleId`}
      render={({ field, fieldState }) => (
        <Select
          label="Usuário Responsável"
          searchable
          placeholder={isLoading ? 'Carregando usuários...' : 'Selecione'}
          data={withKnown(people, item.known.responsible)}
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
