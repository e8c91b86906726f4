import { pageOf } from '../shared/pagination.ts'
import { renamed } from '../shared/renamed.ts'
import { supplier, supplierInput } from './supplier.ts'

export const supplierWire = renamed(supplier)
export const supplierPageWire = pageOf(supplierWire)
export const supplierInputWire = renamed(supplierInput)

/** The field values that the user saw when the edit began; optional, used to detect conflicts (contract 12.26). */
export const supplierSeenWire = renamed(supplier.omit({ id: true, protocolsCount: true }).partial())
export const supplierEditWire = renamed(supplierInput.extend({ current: supplierSeenWire.optional() }))
