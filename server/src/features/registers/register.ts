import type { ErrorCode } from '@malote/core/shared/errors.ts'
import type { Db } from '../../db/connect.ts'

/** A list that the settings keep. What its entries have in common is done here, what differs is said by the feature. */
export interface Register<Entry, Input> {
  table: 'departments' | 'categories' | 'itemTypes' | 'suppliers'
  /** The columns of what an Admin filled in; a column that is left out stays as it is. */
  columns: (input: Input) => object
  read: (db: Db, id: number) => Promise<Entry>
  notFound: ErrorCode
  inUse: ErrorCode
  /**
   * Waits for an entry to be saved and turns a violated unique index into its refusal.
   *
   * @param change a whole transaction
   */
  refuseTaken: <Result>(change: Promise<Result>) => Promise<Result>
}
