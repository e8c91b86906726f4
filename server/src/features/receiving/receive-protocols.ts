import type { BulkReceiveReply } from '@malote/core/protocols/protocol.wire.ts'
import { canReceive } from '@malote/core/protocols/protocol-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import type { AppError } from '@malote/core/shared/errors.ts'
import { originAudience } from '../../domain/custody/audiences.ts'
import { type LockedProtocol, lockProtocol } from '../../domain/custody/lock-protocol.ts'
import { type NoticesOfAct, noticesOfAct, type Part } from '../../domain/notices/notices-of-act.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { type FailureLog, refusalOf } from '../../platform/http/refusal-of.ts'
import { markReceived } from './mark-received.ts'

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
  // What was received stays received, and the notices in the app are written.
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
        await notices.tell(trx, { protocolId: id, items: [protocol] }, originAudience(protocol))
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
    title: `${parts.length} protocolos recebidos`,
    message: `${name} recebeu ${parts.length} protocolos em ${place}: ${all}.`,
    protocolId,
    itemId: null,
  }
}
