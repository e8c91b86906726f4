import type { NewProtocol, ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { insertAttachments, type KeptFile } from '../../../domain/attachments/attachments.repo.ts'
import { countOf } from '../../../domain/custody/item-label.ts'
import type { References } from '../../../domain/custody/references.queries.ts'
import { ensureResponsiblesIn } from '../../../domain/custody/responsible.queries.ts'
import type { Claim } from '../../../domain/idempotency/idempotency.repo.ts'
import { isMailOn } from '../../../domain/mail/mail-queue.ts'
import { mailNoticeOfNew } from '../../../domain/notices/notice-of-new.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { inOneStatement } from '../../../platform/db/statements.ts'
import type { Storage } from '../../../platform/files/storage.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { dueDatesOf, dueWithin } from '../forms/compute-due-dates.ts'
import { refuseGone } from '../forms/reference-errors.ts'
import { announceResponsibles } from '../responsibles/announce-responsibles.ts'
import {
  countersOf,
  ensureWritten,
  insertProtocol,
  type NewRecord,
  runInsertion,
  type WrittenRecord,
} from './insert-protocol.repo.ts'
import type { ValidatedProtocol } from './validate-new-protocols.ts'

/** Context of a creation besides the form. */
export interface CreationContext {
  storage: Storage
  /** IANA name, APP_TIMEZONE: due dates are counted from the current day in this zone. */
  timeZone: string
  /** The client's idempotency key. A retry of the same content returns the first result (contract 12.16). */
  key: string | undefined
  now: Date
}

/** What one transaction of a creation writes besides the protocol. */
interface Extras {
  files: readonly KeptFile[]
  /** When the files were sent; the moment of the creation unless given. */
  filesSentAt?: Date
  claim: Claim | undefined
  /** Further writes of the same transaction. */
  alsoIn?: (trx: Trx, protocolId: number) => Promise<void>
}

/**
 * Writes a validated protocol: the protocol, its items and files, its history and its notifications, or nothing. The
 * usual creation is a single statement; files, mails and responsible people make it a transaction.
 *
 * @throws KeyTaken when another request has claimed the key; AppError TOO_MANY_NOTIFIED
 */
export async function writeProtocol(
  db: Db,
  viewer: Actor,
  { protocol, references }: ValidatedProtocol,
  { files, filesSentAt, claim, alsoIn }: Extras,
  { timeZone, now }: Pick<CreationContext, 'timeZone' | 'now'>,
): Promise<ProtocolRow> {
  const ends = endsOf(protocol, references)
  const categories = protocol.requiresReturn ? references.categories.values() : []
  const dueDates = await dueDatesOf(db, civilDateIn(now, timeZone), categories, references.holidays)
  const items = protocol.items.map((item) => ({ ...item, ...dueWithin(dueDates.get(item.categoryId ?? 0), null) }))
  const description = describeCreation(viewer, ends, items)
  const record = { ...protocol, items, description, by: viewer, at: now }
  if (files.length === 0 && !alsoIn && !isMoreToAnnounce(protocol)) {
    const row = await refuseGone(inOneStatement(db, (trx) => runInsertion(trx, record, claim)))
    const { id } = await ensureWritten(db, record, row)
    return newProtocolRow(id, viewer, record, ends)
  }
  return refuseGone(
    db.transaction().execute(async (trx) => {
      await ensureResponsiblesIn(trx, protocol.destinationDepartmentId, items)
      const written = await insertProtocol(trx, record, claim)
      await insertAttachments(trx, files, written.itemIds, viewer.id, filesSentAt ?? now)
      await announceNewProtocol(trx, viewer, written, protocol, now)
      await alsoIn?.(trx, written.id)
      return newProtocolRow(written.id, viewer, record, ends)
    }),
  )
}

const endsOf = ({ originDepartmentId, destinationDepartmentId }: NewProtocol, { departments }: References): Ends => ({
  originDepartment: departments.get(originDepartmentId)?.name ?? '',
  destinationDepartment: departments.get(destinationDepartmentId)?.name ?? '',
})

/** Text of the first line of a protocol's history. */
export function describeCreation(
  viewer: Actor,
  { originDepartment, destinationDepartment }: Ends,
  items: readonly unknown[],
): string {
  return `${viewer.name} enviou o protocolo de ${originDepartment} para ${destinationDepartment} com ${countOf(items)}`
}

/** Names of the origin and the destination. */
interface Ends {
  originDepartment: string
  destinationDepartment: string
}

/** A new protocol as a list row. Everything in it is known after writing, so that nothing needs to be read back. */
function newProtocolRow(id: number, viewer: Viewer, record: NewRecord, ends: Ends): ProtocolRow {
  const { remarks, originDepartmentId, destinationDepartmentId, requiresReturn, items, at } = record
  const { total, unassigned, nextReturnDate } = countersOf(items)
  return {
    ...{ id, protocolId: id, status: protocolStatus.pending, createdAt: at.toISOString() },
    ...{ creator: viewer.name, originUser: viewer.name, ...ends, originDepartmentId, destinationDepartmentId },
    ...{ requiresReturn, remarks, receivedAt: null, nextReturnDate },
    ...{ itemsCount: total, totalItems: total, pendingItems: total, unassignedItems: unassigned },
    ...{ completedItems: 0, returnedItems: 0, cancelledItems: 0 },
    ...{ cancelKind: null, awaitingReceiptDays: 0, openOccurrences: 0, passedOnTo: null },
  }
}

/** Whether there is anything to announce besides what the statement of the creation writes. */
const isMoreToAnnounce = ({ items }: Pick<NewProtocol, 'items'>): boolean =>
  isMailOn() || items.some(({ responsibleId }) => responsibleId)

/**
 * Mails the notice that the destination has in the app, and notifies people made responsible for an item by the creation
 * (contract 11.16).
 */
export async function announceNewProtocol(
  trx: Trx,
  viewer: Actor,
  written: WrittenRecord,
  { items }: Pick<NewProtocol, 'items'>,
  at: Date,
): Promise<void> {
  await mailNoticeOfNew(trx, written.id, viewer, at, written)
  await announceResponsibles(
    trx,
    viewer,
    written.id,
    items.flatMap(({ responsibleId }) => responsibleId ?? []),
    at,
  )
}
