/** Public interface of this feature. */
export { insertSuppliers, type SupplierRow, suppliersWithCnpj, updateSuppliers } from './import-suppliers.repo.ts'
export { searchSuppliers } from './suppliers.queries.ts'
