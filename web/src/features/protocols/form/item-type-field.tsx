import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Control, Controller } from 'react-hook-form'
import { itemTypesQuery } from '../../item-types/item-types.api.ts'
import type { ProtocolForm } from './protocol-form.ts'
import { selectTexts } from './select-texts.ts'

export function ItemTypeField({ control, index }: { control: Control<ProtocolForm>; index: number }) {
  const { data = [], isPending } = useQuery(itemTypesQuery)
  return (
    <Controller
      control={control}
      name={`items.${index}.itemTypeId`}
      render={({ field, fieldState }) => (
        <Select
          label="Tipo de Item"
          required
          searchable
          placeholder={isPending ? 'Carregando...' : 'Selecione'}
          data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...selectTexts}
          {...field}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}
