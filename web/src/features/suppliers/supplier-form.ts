import { zodResolver } from '@hookform/resolvers/zod'
import { formatCnpj } from '@malote/core/suppliers/cnpj.ts'
import { type Supplier, supplierInput } from '@malote/core/suppliers/supplier.ts'
import type { z } from 'zod'

export type SupplierForm = z.input<typeof supplierInput>

export const supplierResolver = zodResolver(supplierInput)

/** A new supplier is active. */
export const supplierFormOf = (supplier: Supplier | null): SupplierForm => ({
  cnpj: formatCnpj(supplier?.cnpj ?? ''),
  code: supplier?.code ?? '',
  store: supplier?.store ?? '',
  companyName: supplier?.companyName ?? '',
  state: supplier?.state ?? '',
  city: supplier?.city ?? '',
  isActive: supplier?.isActive ?? true,
})
