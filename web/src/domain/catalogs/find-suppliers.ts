import { searchable } from '@malote/core/shared/typed-text.ts'
import { cnpjIn, normaliseCnpj } from '@malote/core/suppliers/cnpj.ts'
import { mostSuppliersFound } from '@malote/core/suppliers/supplier.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { Choice } from '../../ui/fields/combobox-field.tsx'
import { supplierChoice, supplierSearchQuery } from './suppliers.api.ts'

/** The suppliers with exactly this name or CNPJ. */
export async function findSuppliers(queryClient: QueryClient, text: string): Promise<Choice[]> {
  const { select: _, ...query } = supplierSearchQuery(text)
  const found = await queryClient.fetchQuery(query)
  const wanted = cnpjIn(text) ?? normaliseCnpj(text)
  const same = found.filter(({ name, cnpj }) => searchable(name) === searchable(text) || normaliseCnpj(cnpj) === wanted)
  // The search ends with it, so that more of its name may follow: it is not known to be the only one.
  const isLast = same.length === 1 && same[0] === found[mostSuppliersFound - 1]
  return isLast ? [] : same.map(supplierChoice)
}
