import { useQuery } from '@tanstack/react-query'
import { type Control, useController, useWatch } from 'react-hook-form'
import { SearchableSelect } from '../../../ui/searchable-select.tsx'
import { departmentUsersQuery } from '../../departments/departments.api.ts'
import { type ItemForm, type ProtocolForm, withKnown } from './protocol-form.ts'
import { selectTexts } from './select-texts.ts'
import { useFieldError } from './use-field-error.ts'

interface ResponsibleFieldProps {
  control: Control<ProtocolForm>
  index: number
  item: ItemForm
}

/** Who answers for the item at its destination; nobody can be chosen before the destination is (SPEC 5). */
export function ResponsibleField({ control, index, item }: ResponsibleFieldProps) {
  const name = `items.${index}.responsibleId` as const
  const { field } = useController({ control, name })
  const error = useFieldError(control, name)
  const destination = useWatch({ control, name: 'destinationDepartmentId' })
  const { data = [], isLoading } = useQuery(departmentUsersQuery(destination ? Number(destination) : null))
  const people = data.map((person) => ({ value: String(person.id), label: person.name }))
  const hint = destination ? undefined : 'Selecione um departamento de destino primeiro'
  return (
    <SearchableSelect
      label="Usuário Responsável"
      placeholder={isLoading ? 'Carregando usuários...' : 'Selecione'}
      data={withKnown(people, item.known.responsible)}
      {...selectTexts}
      {...field}
      disabled={!destination}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
    />
  )
}
