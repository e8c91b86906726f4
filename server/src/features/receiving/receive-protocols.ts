import { acts, doneTitle, historyAction } from '@malote/core/acts/act.ts'
import type { CheckedItem, ReceiveBody } from '@malote/core/protocols/protocol.ts'
import type { BulkReceiveReply } from '@malote/core/protocols/protocol.wire.ts'
import { canReceive } from '@malote/core/protocols/protocol-rules.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { type AppError, errors, invalidFields } from '@malote/core/shared/errors.ts'
import { originAudience } from '../../domain/custody/audiences.ts'
import { recordHistory } from '../../domain/custody/history.repo.ts'
import { itemsOfLocked, type LockedProtocol, lockProtocol } from '../../domain/custody/lock-protocol.ts'
import { protocolRowOf } from '../../domain/custody/protocol-row.queries.ts'
import { updateProtocol } from '../../domain/custody/protocols.repo.ts'
import { type NoticesOfAct, noticesOfAct, type Part } from '../../domain/notices/notices-of-act.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { type FailureLog, refusalOf } from '../../platform/http/errors.ts'
import { openOccurrences } from '../occurrences/public.ts'

/**
 * *Receber*, and *Conferir e receber*: the destination takes the items into its custody. What did not come as described
 * opens occurrences in the same transaction (contract 20.1).
 *
 * @param body read only after checking that the protocol may be received (contract 12.4)
 */
export const receiveProtocol = (db: Db, viewer: Actor, id: number, body: () => ReceiveBody, now: Date) =>
  db.transaction().execute((trx) => receiveIn(trx, viewer, id, body, now))

/** {@link receiveProtocol} in a transaction that does something else, too. */
export async function receiveIn(trx: Trx, viewer: Actor, id: number, body: () => ReceiveBody, now: Date) {
  const protocol = await lockProtocol(trx, id, viewer)
  ensure(canReceive(viewer, protocol))
  const found = await findingsAmong(trx, id, body().items)

  const description = await markReceived(trx, viewer, protocol, found.length, now)
  await notify(trx, {
    type: 'protocol_received',
    to: originAudience(protocol),
    by: viewer,
    title: `Protocolo #${id} ${acts.receive.done[0]}`,
    message: `${description}.`,
    protocolId: id,
    at: now,
  })
  const opened = found.length === 0 ? 0 : await openOccurrences(trx, protocol, found, viewer, now)
  return {
    message: 'Protocolo recebido com sucesso!',
    protocol: await protocolRowOf(trx, id),
    occurrences_opened: opened,
  }
}

/**
 * The items that did not come as described.
 *
 * @throws AppError INVALID_INPUT for an item of another protocol
 */
async function findingsAmong(trx: Trx, protocolId: number, checked: readonly CheckedItem[]) {
  if (checked.length === 0) return []
  const items = await itemsOfLocked(
    trx,
    protocolId,
    checked.map(({ id }) => id),
  )
  const byId = new Map(items.map((item) => [item.id, item]))
  const foreign = checked.flatMap(({ id }, index) =>
    byId.has(id) ? [] : [[`items.${index}.id`, errors.ITEM_NOT_FOUND.message]],
  )
  if (foreign.length > 0) throw invalidFields(Object.fromEntries(foreign))
  return checked.flatMap((one, index) => {
    const item = byId.get(one.id)
    if (!item || one.outcome === 'ok') return []
    return [{ item, kind: one.outcome, description: one.note, field: `items.${index}.id` }]
  })
}

type Notices = NoticesOfAct<LockedProtocol>

/**
 * *Receber selecionados*: receives several protocols, not all-or-nothing (contract 20.3). One transaction each, so that a
 * failure in one does not affect the others.
 *
 * @param ids in any order; duplicates count once
 * @throws only before anything has been changed
 */
export async function receiveProtocols(
  db: Db,
  viewer: Actor,
  ids: readonly number[],
  { now, log }: { now: Date; log: FailureLog },
): Promise<BulkReceiveReply> {
  const notices = noticesOfAct<LockedProtocol>({
    type: 'protocol_received',
    by: viewer,
    at: now,
    text: (parts) => receivedText(viewer, parts),
  })
  const results: BulkReceiveReply['results'] = { success: [], errors: [] }
  for (const id of new Set(ids)) {
    const refusal = await receiveOne(db, viewer, id, notices, now, log)
    if (refusal) results.errors.push({ id, message: refusal.message })
    else results.success.push(id)
  }
  // The receipts and the notices in the app are committed; a failing mail queue does not change that.
  await notices.mail(db).catch((error) => refusalOf(error, log))
  return { results }
}

/** Maximum attempts at one protocol's transaction when it collides with another. */
const mostTries = 2

/** @returns why it was not received */
async function receiveOne(
  db: Db,
  viewer: Actor,
  id: number,
  notices: Notices,
  now: Date,
  log: FailureLog,
): Promise<AppError | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      await db.transaction().execute(async (trx) => {
        const protocol = await lockProtocol(trx, id, viewer)
        ensure(canReceive(viewer, protocol))
        await markReceived(trx, viewer, protocol, 0, now)
        await notices.notify(trx, { protocolId: id, items: [protocol] }, originAudience(protocol))
      })
      notices.keep()
      return undefined
    } catch (error) {
      notices.drop()
      const refusal = refusalOf(error, log)
      if (refusal.code !== 'BUSY' || tries === mostTries) return refusal
    }
  }
}

/** Maximum number of protocols that a notification lists individually. */
const listed = 20

function receivedText({ name }: Actor, parts: readonly Part<LockedProtocol>[]) {
  const [first, ...others] = parts.map(({ items: [protocol] }) => protocol)
  const place = first?.destinationDepartment ?? ''
  const protocolId = parts[0]?.protocolId ?? null
  if (others.length === 0) {
    const title = `Protocolo #${protocolId} recebido`
    return { title, message: `${name} recebeu o protocolo em ${place}.`, protocolId, itemId: null }
  }
  const numbers = parts.slice(0, listed).map((part) => `#${part.protocolId}`)
  const rest = parts.length - numbers.length
  const all = rest > 0 ? `${numbers.join(', ')} e mais ${rest}` : numbers.join(', ')
  return {
    title: doneTitle('receive', parts.length),
    message: `${name} recebeu ${parts.length} protocolos em ${place}: ${all}.`,
    protocolId,
    itemId: null,
  }
}

/**
 * Takes the items of a locked protocol into the destination's custody.
 *
 * @param occurrences how many are opened with it
 * @returns the sentence of the history
 */
async function markReceived(
  trx: Trx,
  viewer: Actor,
  { id, destinationDepartment }: LockedProtocol,
  occurrences: number,
  at: Date,
): Promise<string> {
  await updateProtocol(trx, id, { status: protocolStatus.inProgress, receivedAt: at, receivedBy: viewer.id })
  const found = occurrences === 0 ? '' : `, com ${occurrences === 1 ? '1 ocorrência' : `${occurrences} ocorrências`}`
  const description = `${viewer.name} recebeu o protocolo em ${destinationDepartment}${found}`
  await recordHistory(trx, { protocolId: id, action: historyAction.protocolReceived, description, by: viewer.id, at })
  return description
}
