import { zodResolver } from '@hookform/resolvers/zod'
import { type Category, type CategoryInput, categoryInput, dayCounts } from '@malote/core/categories/category.ts'
import type { Resolver } from 'react-hook-form'
import type { z } from 'zod'

export type CategoryForm = z.input<typeof categoryInput>

/** A new category counts business days (contract 5.5.2). */
export const categoryFormOf = (category: Category | null): CategoryForm => ({
  name: category?.name ?? '',
  returnDays: String(category?.returnDays ?? ''),
  dayCount: category?.dayCount ?? dayCounts[0],
  color: category?.color?.toLowerCase() ?? '',
})

const bySchema: Resolver<CategoryForm, unknown, CategoryInput> = zodResolver(categoryInput)

/** A number input has the value '' for unreadable text, and '' would mean that nothing must come back. */
export const categoryResolver: typeof bySchema = (values, context, options) => {
  const input = options.fields.returnDays?.ref
  const isUnreadable = input instanceof HTMLInputElement && input.validity.badInput
  return bySchema(isUnreadable ? { ...values, returnDays: '?' } : values, context, options)
}
