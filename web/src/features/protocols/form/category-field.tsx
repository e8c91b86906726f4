import { categoriesFor } from '@malote/core/protocols/category-rules.ts'
import { inPortuguese } from '@malote/core/shared/civil-date.ts'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Control, Controller, useWatch } from 'react-hook-form'
import { categoriesQuery } from '../../categories/categories.api.ts'
import { type ItemForm, type ProtocolForm, withKnown } from './protocol-form.ts'
import { selectTexts } from './select-texts.ts'
import { useDueDate } from './use-due-date.ts'

interface CategoryFieldProps {
  control: Control<ProtocolForm>
  index: number
  item: ItemForm
}

/** Offers the categories that fit the protocol, and says what the chosen one means for the deadline. */
export function CategoryField({ control, index, item: { itemId, known } }: CategoryFieldProps) {
  const requiresReturn = useWatch({ control, name: 'requiresReturn' })
  const categoryId = useWatch({ control, name: `items.${index}.categoryId` })
  const { data = [], isPending } = useQuery(categoriesQuery)
  const dueDateOf = useDueDate()
  const fitting = categoriesFor(requiresReturn, data).map(({ id, name }) => ({ value: String(id), label: name }))
  const due = requiresReturn && itemId === null ? dueDateOf(categoryId) : undefined

  return (
    <Controller
      control={control}
      name={`items.${index}.categoryId`}
      render={({ field, fieldState }) => (
        <Select
          label="Categoria"
          searchable
          placeholder={isPending ? 'Carregando...' : 'Selecione'}
          data={withKnown(fitting, known.category)}
          description={due && `Data de retorno: ${inPortuguese(due)}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...selectTexts}
          {...field}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}
