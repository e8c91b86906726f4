import { z } from 'zod'
import { pageOf } from '../shared/pagination.ts'
import { limitParam, searchText } from '../shared/query.ts'
import { renamed } from '../shared/renamed.ts'
import { cleanLine } from '../shared/typed-text.ts'
import { flag, optionalLine, requiredLine } from '../shared/wire-values.ts'
import { asciiCapitals, cnpjField } from './cnpj.ts'

/** A company that items come from (contract 3.17). */
const supplier = z.object({
  id: z.int(),
  /** Upper case, without punctuation. */
  cnpj: z.string(),
  code: z.string().nullable(),
  /** Branch; one CNPJ may have several. */
  store: z.string().nullable(),
  companyName: z.string(),
  /** Two capital letters. */
  state: z.string(),
  city: z.string(),
  isActive: z.boolean(),
  protocolsCount: z.int(),
})
export type Supplier = z.infer<typeof supplier>

/** The fields that an Admin fills in (contract 5.5.4). */
export const supplierInput = z.object({
  cnpj: cnpjField,
  code: optionalLine(30),
  store: optionalLine(30),
  companyName: requiredLine('Razão social é obrigatória', 200),
  state: z
    .string('Estado é obrigatório')
    .overwrite((text) => asciiCapitals(cleanLine(text)))
    .min(1, { error: 'Estado é obrigatório', abort: true })
    .regex(/^[A-Z]{2}$/, 'Estado deve ter 2 caracteres (ex: SP)')
    // Describes the accepted input, which is wider than the stored form.
    .meta({ pattern: '^\\s*[A-Za-z]{2}\\s*$' }),
  city: requiredLine('Cidade é obrigatória', 120),
  /** Absent: a new supplier is active, an existing one stays unchanged. */
  isActive: flag.optional(),
})
export type SupplierInput = z.infer<typeof supplierInput>

/** Minimum number of characters for a search in the picker (contract 9.4). */
export const shortestSupplierSearch = 2

/** Most suppliers the picker shows (contract 9.4). */
export const mostSuppliersFound = 50

/** `GET /api/suppliers/search`: returns the maximum unless `limit` is lower. */
export const supplierSearch = z.object({ q: searchText, limit: limitParam(mostSuppliersFound, mostSuppliersFound) })
export type SupplierSearch = z.infer<typeof supplierSearch>

/** A supplier in the picker, shown as 'name (cnpj)'. */
export const supplierOption = z.object({ id: z.int(), name: z.string(), cnpj: z.string() })
export type SupplierOption = z.infer<typeof supplierOption>

export const supplierWire = renamed(supplier)
export const supplierPageWire = pageOf(supplierWire)
export const supplierInputWire = renamed(supplierInput)

/** The field values that the user saw when the edit began; optional, used to detect conflicts (contract 12.26). */
export const supplierSeenWire = renamed(supplier.omit({ id: true, protocolsCount: true }).partial())
export const supplierEditWire = renamed(supplierInput.extend({ current: supplierSeenWire.optional() }))
