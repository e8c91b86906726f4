import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { categoriesQuery } from '../../../domain/catalogs/categories.api.ts'
import { itemTypesQuery } from '../../../domain/catalogs/item-types.api.ts'
import { optionsOf } from '../../../ui/fields/searchable-select.tsx'
import { type ItemForm, withKnown } from './item-form.ts'
import classes from './item-form-card.module.css'
import type { ProtocolForm } from './protocol-form.ts'

interface FoldedSummaryProps extends Pick<ItemForm, 'known'> {
  control: Control<ProtocolForm>
  index: number
}

/** Identifies a collapsed item: its number, description, type and category. */
export function FoldedSummary({ control, index, known }: FoldedSummaryProps) {
  const { data: types = [] } = useQuery(itemTypesQuery)
  const { data: categories = [] } = useQuery(categoriesQuery)
  const name = `items.${index}` as const
  const [number, description, typeId, categoryId] = useWatch({
    control,
    name: [`${name}.documentNumber`, `${name}.description`, `${name}.itemTypeId`, `${name}.categoryId`],
  })
  const parts = [
    number,
    description,
    types.find(({ id }) => String(id) === typeId)?.name,
    withKnown(optionsOf(categories), known.category).find(({ value }) => value === categoryId)?.label,
  ]
  return <span className={classes.summary}>{parts.filter(Boolean).join(' · ')}</span>
}
