import type { QueryClient } from '@tanstack/react-query'
import { plain } from '../../../lib/plain-text.ts'
import type { Choice } from '../../../ui/combobox-field.tsx'
import { supplierChoice, supplierSearchQuery } from '../suppliers.api.ts'

/** The supplier with exactly this name or CNPJ; null if there is none, or more than one. */
export async function findSupplier(queryClient: QueryClient, text: string): Promise<Choice | null> {
  const { select: _, ...query } = supplierSearchQuery(text)
  const found = await queryClient.fetchQuery(query)
  const digits = text.replace(/\D/g, '')
  const same = found.filter(({ name, cnpj }) => plain(name) === plain(text) || cnpj.replace(/\D/g, '') === digits)
  return same.length === 1 && same[0] ? supplierChoice(same[0]) : null
}
