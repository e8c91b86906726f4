import type { ErrorCode } from '@malote/core/shared/errors.ts'
import type { Verdict } from '@malote/core/shared/verdict.ts'
import type { z } from 'zod'
import type { Db } from '../../db/connect.ts'

/** What an edit sends: the fields, and what the person saw of them when they began. */
export type EntryEdit<Entry, Input> = Input & { current?: Partial<Entry> | undefined }

/** A list that the settings keep. What its entries have in common is done here, what differs is said by the feature. */
export interface Register<Entry, Input> {
  table: 'departments' | 'categories' | 'itemTypes' | 'suppliers'
  /** The columns of what an Admin filled in; a column that is left out stays as it is. */
  columns: (input: Input) => object
  read: (db: Db, id: number) => Promise<Entry>
  /** The fields of an entry that an edit may say to have seen, as they travel. */
  seen: z.ZodType<Partial<Entry>, object>
  /** Asked before the foreign keys are; left out where an entry does not know how often it is used. */
  canDelete?: (entry: Entry) => Verdict
  notFound: ErrorCode
  inUse: ErrorCode
  /**
   * Waits for an entry to be saved and turns a violated unique index into its refusal.
   *
   * @param change a whole transaction
   */
  refuseTaken: <Result>(change: Promise<Result>) => Promise<Result>
}
