import { useQuery } from '@tanstack/react-query'
import type { Control } from 'react-hook-form'
import { itemTypesQuery } from '../../../domain/catalogs/item-types.api.ts'
import { optionsOf } from '../../../ui/fields/searchable-select.tsx'
import { FormSelect } from './form-select.tsx'
import type { ProtocolForm } from './protocol-form.ts'
import { useOpenName } from './use-open-name.ts'

export function ItemTypeField({ control, index }: { control: Control<ProtocolForm>; index: number }) {
  const { data = [], isPending, isLoadingError } = useQuery(itemTypesQuery)
  const openName = useOpenName(control, index, 'itemTypeId')
  return (
    <FormSelect
      control={control}
      name={`items.${index}.itemTypeId`}
      label="Tipo de Item"
      required
      openName={openName}
      data={optionsOf(data)}
      loading={isPending && 'Carregando...'}
      failed={isLoadingError && 'Erro ao carregar tipos de itens.'}
    />
  )
}
