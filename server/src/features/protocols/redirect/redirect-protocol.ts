import { acts, historyAction } from '@malote/core/acts/act.ts'
import { canForwardTo, type ReturnFacts } from '@malote/core/items/item-rules.ts'
import { cancelKind, type RedirectBody } from '@malote/core/protocols/protocol.ts'
import { canRedirect } from '@malote/core/protocols/protocol-rules.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { errors, invalidFields } from '@malote/core/shared/errors.ts'
import { shareAttachments } from '../../../domain/attachments/attachments.repo.ts'
import { recordHistory } from '../../../domain/custody/history.repo.ts'
import { type LockedProtocol, lockProtocol } from '../../../domain/custody/lock-protocol.ts'
import { cancelWithItems } from '../../../domain/custody/protocols.repo.ts'
import { responsiblesOf } from '../../../domain/custody/responsible.queries.ts'
import { keepText } from '../../../domain/custody/typed-texts.repo.ts'
import type { Claim } from '../../../domain/idempotency/idempotency.repo.ts'
import { unlimited } from '../../../domain/notices/notice-limit.ts'
import { notify } from '../../../domain/notices/notify.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { createOnce } from '../create/create-protocols.ts'
import { insertProtocol, type NewItem } from '../create/insert-protocol.repo.ts'
import { announceNewProtocol, describeCreation } from '../create/write-protocol.ts'
import { carriedOf } from '../forms/carried-item.ts'
import { dueDatesOf, dueWithin } from '../forms/compute-due-dates.ts'
import { refuseGone } from '../forms/reference-errors.ts'
import { recordHopRedirected } from '../forward/record-hops.ts'
import { type RedirectedItem, redirectedItemsOf } from './redirected-items.queries.ts'

interface RedirectContext {
  /** The client's idempotency key. */
  key: string | undefined
  /** IANA name, APP_TIMEZONE: due dates are counted from the current day in this zone. */
  timeZone: string
  now: Date
}

/**
 * *Redirecionar*: cancels a protocol that nobody has received, and sends the same to another department, in one
 * transaction (contract 20.5).
 *
 * @param body read only after checking that the protocol may be redirected (contract 12.4)
 * @returns the id of the new protocol
 */
export async function redirectProtocol(
  db: Db,
  viewer: Actor,
  id: number,
  body: () => RedirectBody,
  { key, timeZone, now }: RedirectContext,
): Promise<{ protocol_id: number }> {
  const content = () => ({ redirected: id, ...body() })
  const created = await createOnce(db, viewer, key, content, (claim) =>
    refuseGone(
      db.transaction().execute(async (trx) => {
        const protocol = await lockProtocol(trx, id, viewer)
        ensure(canRedirect(viewer, protocol))
        const { destinationDepartmentId, reason } = body()
        const destination = await otherDestination(trx, protocol, destinationDepartmentId)
        const items = await redirectedItemsOf(trx, id)
        ensureNotBack(items, destination.id)

        const responsibles = await responsiblesOf(trx, id)
        // First, because at most one open item continues another one.
        await cancelWithItems(trx, id, { reason, by: viewer.id, at: now, cancelKind: cancelKind.redirected })
        const next = await sendAgain(trx, viewer, protocol, destination, items, claim(), { timeZone, now })
        const parents = items.map(({ forwardedFromItemId }) => forwardedFromItemId)
        await recordHopRedirected(trx, viewer, protocol, parents, destination.name, now)
        await tellRedirection(trx, viewer, protocol, responsibles, { next, to: destination.name, reason }, now)
        return next
      }),
    ),
  )
  return { protocol_id: created }
}

/** @throws AppError INVALID_INPUT */
async function otherDestination(trx: Trx, protocol: LockedProtocol, id: number) {
  const refuse = (message: string) => invalidFields({ destination_department_id: message })
  if (id === protocol.destinationDepartmentId) throw refuse('O protocolo já vai para este departamento. Escolha outro.')
  const found = await trx.selectFrom('departments').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
  if (!found) throw refuse(errors.DEPARTMENT_NOT_FOUND.message)
  return found
}

/** @throws AppError of {@link canForwardTo}: an item would go to where it was passed on from (contract 20.31) */
function ensureNotBack(items: readonly RedirectedItem[], destinationId: number) {
  for (const item of items) {
    if (item.parentOriginId === null || item.parentDestinationId === null) continue
    const parent = {
      status: item.parentStatus,
      requiresReturn: item.parentRequiresReturn,
      originDepartmentId: item.parentOriginId,
      destinationDepartmentId: item.parentDestinationId,
    } as ReturnFacts
    // The chain does not get longer.
    ensure(canForwardTo(parent, destinationId, 0))
  }
}

/** Writes the new protocol with its items, files, history and notifications. */
async function sendAgain(
  trx: Trx,
  viewer: Actor,
  { id, remarks, requiresReturn, originDepartmentId, originDepartment }: LockedProtocol,
  destination: { id: number; name: string },
  items: readonly RedirectedItem[],
  claim: Claim | undefined,
  { timeZone, now }: Pick<RedirectContext, 'timeZone' | 'now'>,
): Promise<number> {
  const categories = items.flatMap(({ category }) => (requiresReturn && category ? [category] : []))
  const dueDates = await dueDatesOf(trx, civilDateIn(now, timeZone), categories)
  const newItems = items.map(
    (item): NewItem => ({
      ...carriedOf(item),
      categoryId: item.categoryId,
      responsibleId: null,
      // Not after the day on which an item that was passed on must be back (contract 20.36).
      ...dueWithin(dueDates.get(item.categoryId ?? 0), requiresReturn ? item.limit : null),
      forwardedFromItemId: item.forwardedFromItemId,
    }),
  )
  const ends = { originDepartment, destinationDepartment: destination.name }
  const route = { originDepartmentId, destinationDepartmentId: destination.id }
  const protocol = { remarks, requiresReturn, ...route, items: newItems }
  const description = `${describeCreation(viewer, ends, items)}, redirecionado do protocolo #${id}`
  const written = await insertProtocol(
    trx,
    { ...protocol, redirectedFrom: id, description, by: viewer, at: now },
    claim,
  )
  await shareAttachments(
    trx,
    items.map((item) => item.id),
    written.itemIds,
  )
  await announceNewProtocol(trx, viewer, written, protocol, now)
  return written.id
}

async function tellRedirection(
  trx: Trx,
  viewer: Actor,
  { id, createdBy, destinationDepartmentId }: LockedProtocol,
  responsibles: readonly number[],
  { next, to, reason }: { next: number; to: string; reason: string },
  at: Date,
) {
  const why = await keepText(trx, reason, 'cancel_reason', id)
  const description = `${viewer.name} redirecionou o protocolo para ${to}, como protocolo #${next}. Motivo: ${why.token}`
  const action = historyAction.protocolRedirected
  await recordHistory(trx, { protocolId: id, action, description, texts: [why], by: viewer.id, at })
  await notify(trx, {
    type: 'protocol_canceled',
    to: [
      { users: [createdBy], because: 'criou o protocolo' },
      { users: responsibles, because: 'respondia por um item dele' },
      { department: destinationDepartmentId, because: 'é do departamento que ia receber o protocolo' },
    ],
    // Only the new destination, which the person chose, counts towards the limit.
    by: unlimited(viewer),
    title: `Protocolo #${id} ${acts.redirect.done[0]}`,
    message: description,
    texts: [why],
    protocolId: id,
    at,
  })
}
