import { pageOf } from '../shared/pagination.ts'
import { renamed } from '../shared/renamed.ts'
import { supplier, supplierInput } from './supplier.ts'

export const supplierWire = renamed(supplier)
export const supplierPageWire = pageOf(supplierWire)
export const supplierInputWire = renamed(supplierInput)

/** What an edit may say that the person saw when they began (contract 12.26). */
export const supplierSeenWire = renamed(supplier.omit({ id: true, protocolsCount: true }).partial())
export const supplierEditWire = renamed(supplierInput.extend({ current: supplierSeenWire.optional() }))
