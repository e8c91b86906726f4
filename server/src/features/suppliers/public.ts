/** Public interface of this feature. */
export {
  insertSuppliers,
  type SupplierRow,
  searchSuppliers,
  suppliersWithCnpj,
  updateSuppliers,
} from './suppliers.queries.ts'
