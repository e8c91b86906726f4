/** The door of this feature: what others may call (STYLE 5). */
export { searchSuppliers } from './suppliers.queries.ts'
