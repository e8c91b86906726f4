import type { DueInputs } from '@malote/core/due-dates/derive-due-date.ts'
import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import type { CancelKind } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { sql, type Updateable } from 'kysely'
import type { Trx } from '../../platform/db/connect.ts'
import type { Items, Protocols } from '../../platform/db/schema.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { columnsOf } from './due-inputs.ts'

/** Updates a protocol; triggers update its counters. */
export const updateProtocol = (trx: Trx, id: number, change: Updateable<Protocols>) =>
  trx.updateTable('protocols').set(change).where('id', '=', id).execute()

/**
 * Makes the same change to several items of one protocol, and increments the protocol's version: users with an open
 * form must not overwrite changes made meanwhile (contract 12.17).
 */
export async function updateItems(
  trx: Trx,
  protocolId: number,
  ids: readonly number[],
  change: Updateable<Items>,
  at: Date,
) {
  await trx
    .updateTable('items')
    .set({ ...change, updatedAt: at })
    .where('id', '=', anyOf(ids))
    .execute()
  await raiseVersion(trx, protocolId)
}

/**
 * Writes other inputs of due dates, and the dates that follow from them, for items of one protocol, like
 * {@link updateItems}. The first date of an item that was extended is kept while it is an earlier day. One statement, so
 * that the triggers lock what they count in order.
 *
 * Only `changeDueDates` (features/protocols/due-dates) calls it.
 */
export async function updateDueDates(
  trx: Trx,
  protocolId: number,
  items: readonly { id: number; inputs: DueInputs; to: CivilDate | null }[],
  at: Date,
) {
  const changed = items.map(({ id, inputs, to }) => ({ id, ...columnsOf(inputs), to }))
  await sql`
    update items i set return_date = n."to", updated_at = ${at.toISOString()},
      counted_from = n."countedFrom", counted_days = n."countedDays",
      counted_in_business_days = n."countedInBusinessDays", counted_until = n."countedUntil",
      granted_until = n."grantedUntil",
      original_return_date = (
        select day from (select case
          when n."grantedUntil" is null then null
          when n."grantedUntil" is distinct from i.granted_until then coalesce(i.original_return_date, i.return_date)
          -- Held back to its first date or before, it was none for a while.
          else coalesce(i.original_return_date, (
            select from_date from due_date_changes c
            where c.item_id = i.id and c.kind in ('extension', 'request') and c.changed_by is not null
              and c.from_date is not null
              and not exists (select from due_date_changes e where e.item_id = i.id and e.kind = 'edit' and e.id > c.id)
            order by c.id limit 1
          ))
        end as day) first where day < n."to"
      )
    from json_to_recordset(${JSON.stringify(changed)}::json) as n (
      id int, "to" date, "countedFrom" date, "countedDays" int, "countedInBusinessDays" boolean, "countedUntil" date,
      "grantedUntil" date
    )
    where i.id = n.id`.execute(trx)
  await raiseVersion(trx, protocolId)
}

/**
 * Records that items were asked for. Does not raise the version of their protocol: asking for an item changes nothing
 * that an open form could overwrite.
 */
export const markReminded = (trx: Trx, ids: readonly number[], by: number, at: Date) =>
  trx.updateTable('items').set({ remindedAt: at, remindedBy: by }).where('id', '=', anyOf(ids)).execute()

const raiseVersion = (trx: Trx, protocolId: number) =>
  trx
    .updateTable('protocols')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', protocolId)
    .execute()

/** Completes a protocol with all its items that are not cancelled: the items first, while it is still open. */
export async function completeWithItems(trx: Trx, id: number, by: number, at: Date): Promise<void> {
  const completed = { completedAt: at, completedBy: by }
  const items = { status: itemStatus.completed, ...completed, updatedAt: at }
  await settleItems(trx, id, [itemStatus.pending, itemStatus.returned], items)
  await updateProtocol(trx, id, { status: protocolStatus.completed, ...completed })
}

/** Who cancels a protocol, and why. */
interface Cancellation {
  reason: string
  by: number
  at: Date
  /** Absent for *Cancelar*. */
  cancelKind?: CancelKind
}

/** Cancels a protocol with all its pending items, for the same reason: the items first, while it is still open. */
export async function cancelWithItems(trx: Trx, id: number, { reason, by, at, ...kind }: Cancellation): Promise<void> {
  const cancelled = { cancelledAt: at, cancelledBy: by, cancelReason: reason }
  await settleItems(trx, id, [itemStatus.pending], { status: itemStatus.cancelled, ...cancelled, updatedAt: at })
  await updateProtocol(trx, id, { status: protocolStatus.cancelled, ...kind, ...cancelled })
}

const settleItems = (trx: Trx, protocolId: number, from: ItemStatus[], change: Updateable<Items>) =>
  trx.updateTable('items').set(change).where('protocolId', '=', protocolId).where('status', 'in', from).execute()
