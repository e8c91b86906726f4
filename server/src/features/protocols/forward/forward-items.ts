import { canForwardInBulk, canForwardItem, canForwardTo } from '@malote/core/items/item-rules.ts'
import type { ForwardBody } from '@malote/core/protocols/protocol.ts'
import { canForward } from '@malote/core/protocols/protocol-rules.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { errors, type FieldErrors, invalidFields } from '@malote/core/shared/errors.ts'
import { countOf, itemLabel } from '../../../domain/custody/item-label.ts'
import { type LockedProtocol, lockProtocol } from '../../../domain/custody/lock-protocol.ts'
import type { Claim } from '../../../domain/idempotency/idempotency.repo.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { createOnce } from '../create/create-protocols.ts'
import { insertProtocol } from '../create/insert-protocol.repo.ts'
import { announceNewProtocol } from '../create/write-protocol.ts'
import { carriedOf } from '../forms/carried-item.ts'
import { dueDatesOf, dueWithin } from '../forms/compute-due-dates.ts'
import { refuseGone } from '../forms/reference-errors.ts'
import { type ForwardableItem, forwardableItems } from './forwardable-items.queries.ts'
import { recordForwarded } from './record-hops.ts'

interface Context {
  /** IANA name: due dates are counted from the current day in this zone. */
  timeZone: string
  /** The client's idempotency key. A retry of the same content returns the first result (contract 12.16). */
  key: string | undefined
  now: Date
}

/**
 * *Encaminhar*: passes items on to the next department, in a new protocol from the one that holds them (contract
 * 20.30). It requires return exactly when this one does.
 *
 * @param body read only after checking that the viewer may pass items of this protocol on (contract 12.4)
 * @throws AppError IDEMPOTENCY_KEY_REUSED, INVALID_INPUT, ITEM_IS_ELSEWHERE, ITEM_IS_ABSENT, ALREADY_THERE,
 *   NOT_FORWARDED_BACK, TOO_MANY_HOPS
 */
export async function forwardItems(
  db: Db,
  viewer: Actor,
  id: number,
  body: () => ForwardBody,
  { timeZone, key, now }: Context,
): Promise<{ protocol_id: number }> {
  const content = () => {
    const { itemIds, ...sent } = body()
    return { forwarded: id, ...sent, itemIds: [...new Set(itemIds)].toSorted((one, other) => one - other) }
  }
  const created = await createOnce(db, viewer, key, content, (claim) =>
    refuseGone(
      db.transaction().execute(async (trx) => {
        const protocol = await lockProtocol(trx, id, viewer)
        ensure(canForward(viewer, protocol))
        const sent = body()
        const { items, department } = await validateForward(trx, viewer, protocol, sent)
        return writeNextProtocol(trx, viewer, { protocol, sent, items, department }, claim(), timeZone, now)
      }),
    ),
  )
  return { protocol_id: created }
}

async function validateForward(
  trx: Trx,
  viewer: Actor,
  protocol: LockedProtocol,
  { itemIds, destinationDepartmentId }: ForwardBody,
): Promise<{ items: ForwardableItem[]; department: string }> {
  const ids = [...new Set(itemIds)]
  const items = await forwardableItems(trx, protocol.id, ids)
  const department = await trx
    .selectFrom('departments')
    .select('name')
    .where('id', '=', destinationDepartmentId)
    .executeTakeFirst()
  const found: FieldErrors = {
    ...(items.length < ids.length && { item_ids: errors.ITEM_NOT_FOUND.message }),
    ...(!department && { destination_department_id: errors.DEPARTMENT_NOT_FOUND.message }),
  }
  if (!department || Object.keys(found).length > 0) throw invalidFields(found)
  const verdict = items.length > 1 ? canForwardInBulk : canForwardItem
  for (const item of items) ensure(verdict(viewer, protocol, item, itemLabel(item)))
  for (const { hops } of items) ensure(canForwardTo(protocol, destinationDepartmentId, hops))
  return { items, department: department.name }
}

interface NextProtocol {
  protocol: LockedProtocol
  sent: ForwardBody
  items: readonly ForwardableItem[]
  /** Name of the destination. */
  department: string
}

async function writeNextProtocol(
  trx: Trx,
  viewer: Actor,
  { protocol, sent, items, department }: NextProtocol,
  claim: Claim | undefined,
  timeZone: string,
  at: Date,
): Promise<number> {
  const { requiresReturn, destinationDepartmentId: originDepartmentId } = protocol
  const categories = new Map(items.flatMap(({ category }) => (category ? [[category.id, category]] : [])))
  const dueDates = await dueDatesOf(trx, civilDateIn(at, timeZone), requiresReturn ? categories.values() : [])
  const next = {
    remarks: sent.remarks,
    originDepartmentId,
    destinationDepartmentId: sent.destinationDepartmentId,
    requiresReturn,
    items: items.map((item) => ({
      ...carriedOf(item),
      categoryId: item.category?.id ?? null,
      ...dueWithin(dueDates.get(item.category?.id ?? 0), requiresReturn ? item.limit : null),
      forwardedFromItemId: item.id,
    })),
  }
  const { originDepartment, destinationDepartment: holder } = protocol
  const description = `${viewer.name} encaminhou de ${holder} para ${department} ${countOf(items)} de ${originDepartment}`
  const written = await insertProtocol(trx, { ...next, description, by: viewer, at }, claim)
  await recordForwarded(trx, viewer, protocol, items, department, at)
  await announceNewProtocol(trx, viewer, written, next, at)
  return written.id
}
