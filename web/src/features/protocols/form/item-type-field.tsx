import { useQuery } from '@tanstack/react-query'
import { type Control, useController } from 'react-hook-form'
import { SearchableSelect } from '../../../ui/searchable-select.tsx'
import { itemTypesQuery } from '../../item-types/item-types.api.ts'
import type { ProtocolForm } from './protocol-form.ts'
import { selectTexts } from './select-texts.ts'
import { useFieldError } from './use-field-error.ts'

export function ItemTypeField({ control, index }: { control: Control<ProtocolForm>; index: number }) {
  const { data = [], isPending } = useQuery(itemTypesQuery)
  const name = `items.${index}.itemTypeId` as const
  const { field } = useController({ control, name })
  const error = useFieldError(control, name)
  return (
    <SearchableSelect
      label="Tipo de Item"
      required
      placeholder={isPending ? 'Carregando...' : 'Selecione'}
      data={data.map((type) => ({ value: String(type.id), label: type.name }))}
      {...selectTexts}
      {...field}
      error={error}
    />
  )
}
