import { pageOf } from '../shared/pagination.ts'
import { renamed } from '../shared/renamed.ts'
import { supplier, supplierInput } from './supplier.ts'

export const supplierWire = renamed(supplier)
export const supplierPageWire = pageOf(supplierWire)
export const supplierInputWire = renamed(supplierInput)
