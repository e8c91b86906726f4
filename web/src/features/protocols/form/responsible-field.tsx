import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { departmentUsersQuery } from '../../../domain/catalogs/departments.api.ts'
import { optionsOf } from '../../../ui/fields/searchable-select.tsx'
import { FormSelect } from './form-select.tsx'
import { type ItemForm, withKnown } from './item-form.ts'
import type { ProtocolForm } from './protocol-form.ts'
import { useOpenName } from './use-open-name.ts'

interface ResponsibleFieldProps {
  control: Control<ProtocolForm>
  index: number
  item: ItemForm
}

/**
 * The person responsible for the item at the destination; disabled until a destination is selected (contract 5.2.7).
 * Not asked for with several destinations (contract 17.4).
 */
export function ResponsibleField({ control, index, item }: ResponsibleFieldProps) {
  const destination = useWatch({ control, name: 'destinationDepartmentId' })
  const isToMany = useWatch({ control, name: 'destinationDepartmentIds' }) !== null
  const {
    data = [],
    isLoading,
    isLoadingError,
  } = useQuery(departmentUsersQuery(destination ? Number(destination) : null))
  const openName = useOpenName(control, index, 'responsibleId')
  if (isToMany) return null
  return (
    <FormSelect
      control={control}
      openName={openName}
      name={`items.${index}.responsibleId`}
      label="Usuário Responsável"
      data={withKnown(optionsOf(data), item.known.responsible)}
      loading={isLoading && 'Carregando usuários...'}
      failed={isLoadingError && 'Erro ao carregar responsáveis.'}
      disabled={!destination}
      description={destination ? undefined : 'Selecione um departamento de destino primeiro'}
    />
  )
}
