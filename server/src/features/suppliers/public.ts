/** The door of this feature: what others may call. */
export { insertSuppliers, type SupplierRow, suppliersWithCnpj, updateSuppliers } from './import-suppliers.repo.ts'
export { searchSuppliers } from './suppliers.queries.ts'
