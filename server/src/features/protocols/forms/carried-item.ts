import { sql } from 'kysely'
import type { Items } from '../../../platform/db/schema.ts'

/** What the next protocol copies of an item that is passed on or redirected. Its category goes along with a due date. */
const carried = ['documentNumber', 'description', 'itemTypeId', 'supplierId', 'reason'] as const
export type CarriedItem = Pick<Items, (typeof carried)[number]>

/** The columns of {@link CarriedItem}, for statements on `items i`. */
export const carriedColumns = sql.join(carried.map((column) => sql.ref(`i.${column}`)))

/** The same for Kysely's `select`. */
export const carriedSelection = carried.map((column) => `items.${column}` as const)

export const carriedOf = (item: CarriedItem): CarriedItem =>
  Object.fromEntries(carried.map((column) => [column, item[column]])) as CarriedItem
