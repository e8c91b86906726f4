import { acts, historyAction } from '@malote/core/acts/act.ts'
import { cancelKind } from '@malote/core/protocols/protocol.ts'
import { canCancel, canComplete, canRefuse } from '@malote/core/protocols/protocol-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { originAudience } from '../../../domain/custody/audiences.ts'
import { recordHistory } from '../../../domain/custody/history.repo.ts'
import { lockProtocol, lockWholeProtocol } from '../../../domain/custody/lock-protocol.ts'
import { protocolRowOf } from '../../../domain/custody/protocol-row.queries.ts'
import { cancelWithItems, completeWithItems } from '../../../domain/custody/protocols.repo.ts'
import { responsiblesOf } from '../../../domain/custody/responsible.queries.ts'
import { keepText } from '../../../domain/custody/typed-texts.repo.ts'
import { notify } from '../../../domain/notices/notify.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { continuedBy, recordHopEnded } from '../forward/record-hops.ts'

/** *Concluir*: every item that is not cancelled becomes *concluído*, and the protocol is closed. */
export const completeProtocol = (db: Db, viewer: Actor, id: number, now: Date) =>
  db.transaction().execute((trx) => completeIn(trx, viewer, id, now))

/** {@link completeProtocol} in a transaction that does something else, too. */
export async function completeIn(trx: Trx, viewer: Actor, id: number, now: Date) {
  const protocol = await lockWholeProtocol(trx, id, viewer)
  ensure(canComplete(viewer, protocol))

  const parents = await continuedBy(trx, id)
  await completeWithItems(trx, id, viewer.id, now)
  const description = `${viewer.name} concluiu o protocolo`
  const action = historyAction.protocolCompleted
  await recordHistory(trx, { protocolId: id, action, description, by: viewer.id, at: now })
  await recordHopEnded(trx, viewer, protocol, parents, 'back', now)
  // The origin completes protocols with return, the destination those without.
  const otherSide = protocol.requiresReturn ? protocol.destinationDepartmentId : protocol.originDepartmentId
  await notify(trx, {
    type: 'protocol_completed',
    to: [
      { users: [protocol.createdBy], because: 'criou o protocolo' },
      { users: await responsiblesOf(trx, id), because: 'respondia por um item dele' },
      { managersOf: otherSide, because: 'é gestor do outro departamento' },
    ],
    by: viewer,
    title: `Protocolo #${id} ${acts.complete.done[0]}`,
    message: `${description}.`,
    protocolId: id,
    at: now,
  })
  return { message: 'Protocolo concluído com sucesso!', protocol: await protocolRowOf(trx, id) }
}

/**
 * *Cancelar*: cancels the pending items for the same reason, and closes the protocol.
 *
 * @param body read only after checking that the protocol may be cancelled (contract 12.4)
 */
export function cancelProtocol(db: Db, viewer: Actor, id: number, body: () => { reason: string }, now: Date) {
  return db.transaction().execute(async (trx) => {
    const protocol = await lockWholeProtocol(trx, id, viewer)
    ensure(canCancel(protocol))
    const { reason } = body()

    const parents = await continuedBy(trx, id)
    await cancelWithItems(trx, id, { reason, by: viewer.id, at: now })
    const why = await keepText(trx, reason, 'cancel_reason', id)
    const description = `${viewer.name} cancelou o protocolo. Motivo: ${why.token}`
    const action = historyAction.protocolCancelled
    await recordHistory(trx, { protocolId: id, action, description, texts: [why], by: viewer.id, at: now })
    await recordHopEnded(trx, viewer, protocol, parents, 'cancelled', now)
    await notify(trx, {
      type: 'protocol_canceled',
      to: [
        { users: [protocol.createdBy], because: 'criou o protocolo' },
        { users: await responsiblesOf(trx, id), because: 'respondia por um item dele' },
        { department: protocol.destinationDepartmentId, because: 'é do departamento de destino' },
      ],
      by: viewer,
      title: `Protocolo #${id} ${acts.cancel.done[0]}`,
      message: description,
      texts: [why],
      protocolId: id,
      at: now,
    })
    return { message: `Protocolo ${id} cancelado com sucesso!`, protocol: await protocolRowOf(trx, id) }
  })
}

/**
 * *Recusar*: the destination sends back what it has not received; the protocol is cancelled (contract 20.4).
 *
 * @param body read only after checking that the protocol may be refused (contract 12.4)
 */
export function refuseProtocol(db: Db, viewer: Actor, id: number, body: () => { reason: string }, now: Date) {
  return db.transaction().execute(async (trx) => {
    const protocol = await lockProtocol(trx, id, viewer)
    ensure(canRefuse(viewer, protocol))
    const { reason } = body()

    const parents = await continuedBy(trx, id)
    await cancelWithItems(trx, id, { reason, by: viewer.id, at: now, cancelKind: cancelKind.refused })
    const why = await keepText(trx, reason, 'cancel_reason', id)
    const description = `${viewer.name} recusou o protocolo em ${protocol.destinationDepartment}. Motivo: ${why.token}`
    const action = historyAction.protocolRefused
    await recordHistory(trx, { protocolId: id, action, description, texts: [why], by: viewer.id, at: now })
    await recordHopEnded(trx, viewer, protocol, parents, 'cancelled', now)
    await notify(trx, {
      type: 'protocol_canceled',
      to: originAudience(protocol),
      by: viewer,
      title: `Protocolo #${id} ${acts.refuse.done[0]}`,
      message: description,
      texts: [why],
      protocolId: id,
      at: now,
    })
    return { message: 'Protocolo recusado com sucesso!', protocol: await protocolRowOf(trx, id) }
  })
}
