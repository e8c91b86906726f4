import { categoriesFor } from '@malote/core/protocols/return-requirement.ts'
import { inPortuguese } from '@malote/core/shared/civil-date.ts'
import { useQuery } from '@tanstack/react-query'
import { type Control, useController, useWatch } from 'react-hook-form'
import { SearchableSelect } from '../../../ui/searchable-select.tsx'
import { categoriesQuery } from '../../categories/categories.api.ts'
import { type ItemForm, type ProtocolForm, withKnown } from './protocol-form.ts'
import { selectTexts } from './select-texts.ts'
import { useDueDate } from './use-due-date.ts'
import { useFieldError } from './use-field-error.ts'

interface CategoryFieldProps {
  control: Control<ProtocolForm>
  index: number
  item: ItemForm
}

/** Offers the categories that fit the protocol, and says what the chosen one means for the deadline. */
export function CategoryField({ control, index, item: { itemId, known } }: CategoryFieldProps) {
  const requiresReturn = useWatch({ control, name: 'requiresReturn' })
  const name = `items.${index}.categoryId` as const
  const { field } = useController({ control, name })
  const error = useFieldError(control, name)
  const { data = [], isPending } = useQuery(categoriesQuery)
  const dueDateOf = useDueDate()
  const fitting = categoriesFor(requiresReturn, data).map((category) => ({
    value: String(category.id),
    label: category.name,
  }))
  const due = requiresReturn && itemId === null ? dueDateOf(field.value) : undefined

  return (
    <SearchableSelect
      label="Categoria"
      placeholder={isPending ? 'Carregando...' : 'Selecione'}
      data={withKnown(fitting, known.category)}
      description={due && `Data de retorno: ${inPortuguese(due)}`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...selectTexts}
      {...field}
      error={error}
    />
  )
}
