import { historyAction } from '@malote/core/acts/act.ts'
import type { NewProtocol } from '@malote/core/protocols/protocol.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Claim } from '../../../domain/idempotency/idempotency.repo.ts'
import { KeyTaken } from '../../../domain/idempotency/idempotency.repo.ts'
import type { Notifier } from '../../../domain/notices/notice-limit.ts'
import { ensureWasAllowed, type NoticeOutcome, noticeOfNew } from '../../../domain/notices/notice-of-new.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { ComputedDueDate } from '../forms/compute-due-dates.ts'
import { type InsertedRow, insertion } from './insertion.ts'

export type NewItem = NewProtocol['items'][number] &
  Partial<ComputedDueDate> & {
    dueDate: CivilDate | null
    /** The item that this one continues, of the protocol before in its chain. */
    forwardedFromItemId?: number | null
  }

/** Everything that is written at once for a new protocol. */
export interface NewRecord extends Omit<NewProtocol, 'items'> {
  items: readonly NewItem[]
  /** The protocol that is redirected, if this one is made from it. */
  redirectedFrom?: number
  /** Text of the history line. */
  description: string
  by: Notifier
  at: Date
}

/** Ids of the written rows; the items in the order of the form. */
export interface WrittenRecord {
  id: number
  itemIds: number[]
  /** People of the destination who were notified in the app, and their notifications. */
  notified: readonly number[]
  notifications: readonly number[]
}

/**
 * Writes a protocol, its items, the first line of its history, the notices for its destination and everything derived
 * from them, and claims the key, in one statement (`insertion.ts`). Waits for a claim that is not committed yet.
 *
 * @throws KeyTaken when another request has claimed the key, AppError TOO_MANY_NOTIFIED; nothing is written then
 */
export async function insertProtocol(trx: Trx, record: NewRecord, claim: Claim | undefined): Promise<WrittenRecord> {
  return ensureWritten(trx, record, await runInsertion(trx, record, claim))
}

/** Only the statement of {@link insertProtocol}. */
export async function runInsertion(trx: Trx, record: NewRecord, claim: Claim | undefined): Promise<InsertedRow> {
  const { by, at, originDepartmentId, destinationDepartmentId, items, redirectedFrom = null, description } = record
  const [row] = await insertion(claim !== undefined)(trx, {
    ...noticeOfNew(by, `${description}.`),
    ...countersOf(items),
    by: by.id,
    at,
    key: claim?.key,
    digest: claim?.digest,
    remarks: record.remarks,
    origin: originDepartmentId,
    destination: destinationDepartmentId,
    requiresReturn: record.requiresReturn,
    redirectedFrom,
    items: JSON.stringify(items),
    action: historyAction.protocolCreated,
    description,
  })
  if (!row) throw new Error('the statement of a new protocol returned nothing')
  return row
}

/** @throws KeyTaken, AppError TOO_MANY_NOTIFIED, as {@link insertProtocol} */
export async function ensureWritten(db: Db, { by, at }: NewRecord, row: InsertedRow): Promise<WrittenRecord> {
  const { id, itemIds, notified, notifications } = row
  if (id !== null) return { id, itemIds, notified, notifications }
  await ensureWasAllowed(db, by, at, row satisfies NoticeOutcome)
  throw new KeyTaken()
}

/** The counters as the triggers would compute them, when all items are pending. */
export const countersOf = (items: readonly NewItem[]) => ({
  total: items.length,
  unassigned: items.filter(({ responsibleId }) => !responsibleId).length,
  nextReturnDate: items.flatMap(({ dueDate }) => dueDate ?? []).sort()[0] ?? null,
})
