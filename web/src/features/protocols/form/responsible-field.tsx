import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { optionsOf } from '../../../ui/searchable-select.tsx'
import { departmentUsersQuery } from '../../departments/public/departments.api.ts'
import { FormSelect } from './form-select.tsx'
import { type ItemForm, type ProtocolForm, withKnown } from './protocol-form.ts'

interface ResponsibleFieldProps {
  control: Control<ProtocolForm>
  index: number
  item: ItemForm
}

/**
 * The person responsible for the item at the destination; disabled until a destination is selected (contract 5.2.7).
 */
export function ResponsibleField({ control, index, item }: ResponsibleFieldProps) {
  const destination = useWatch({ control, name: 'destinationDepartmentId' })
  const { data = [], isLoading } = useQuery(departmentUsersQuery(destination ? Number(destination) : null))
  return (
    <FormSelect
      control={control}
      name={`items.${index}.responsibleId`}
      label="Usuário Responsável"
      data={withKnown(optionsOf(data), item.known.responsible)}
      loading={isLoading && 'Carregando usuários...'}
      disabled={!destination}
      description={destination ? undefined : 'Selecione um departamento de destino primeiro'}
    />
  )
}
