import type { ErrorCode } from '@malote/core/shared/errors.ts'
import type { Verdict } from '@malote/core/shared/verdict.ts'
import type { z } from 'zod'
import type { Db } from '../../platform/db/connect.ts'
import type { AuditedKind } from '../audit/public.ts'

/** The body of an edit: the fields, and their values when the person opened the form. */
export type EntryEdit<Entry, Input> = Input & { current?: Partial<Entry> | undefined }

/**
 * A list that Admins manage in the settings. Common behaviour is implemented here; each feature defines what differs.
 */
export interface Catalog<Entry, Input> {
  table: 'departments' | 'categories' | 'itemTypes' | 'suppliers'
  /** The entry in the audit. */
  audit: { kind: AuditedKind; nameOf: (entry: Entry) => string }
  /** The columns for an Admin's input; columns that are left out keep their value. */
  columns: (input: Input) => object
  read: (db: Db, id: number) => Promise<Entry>
  /** Wire schema of the earlier values that an edit may send; the audit compares the same fields. */
  seen: z.ZodType<Partial<Entry>, object>
  /** Checked before the foreign keys; absent if an entry does not know how often it is used. */
  canDelete?: (entry: Entry) => Verdict
  notFound: ErrorCode
  inUse: ErrorCode
  /**
   * Awaits a change that saves an entry, and converts a violation of a unique index into the catalog's error.
   *
   * @param change a whole transaction
   */
  refuseTaken: <Result>(change: Promise<Result>) => Promise<Result>
}
