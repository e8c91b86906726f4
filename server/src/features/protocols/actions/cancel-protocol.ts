import { historyAction } from '@malote/core/history/history-entry.ts'
import { canCancel } from '@malote/core/protocols/protocol-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { recordHistory } from '../../../domain/custody/history.repo.ts'
import { lockWholeProtocol } from '../../../domain/custody/lock-protocol.ts'
import { protocolRowOf } from '../../../domain/custody/protocol-row.queries.ts'
import { cancelWithItems } from '../../../domain/custody/protocols.repo.ts'
import { responsiblesOf } from '../../../domain/custody/responsibles-of.queries.ts'
import { notify } from '../../../domain/notices/notify.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { continuedBy, recordHopEnded } from '../forward/record-hops.ts'

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
    const description = `${viewer.name} cancelou o protocolo. Motivo: ${reason}`
    const action = historyAction.protocolCancelled
    await recordHistory(trx, { protocolId: id, action, description, by: viewer.id, at: now })
    await recordHopEnded(trx, viewer, protocol, parents, 'cancelled', now)
    await notify(trx, {
      type: 'protocol_canceled',
      to: [
        { users: [protocol.createdBy], because: 'criou o protocolo' },
        { users: await responsiblesOf(trx, id), because: 'respondia por um item dele' },
        { department: protocol.destinationDepartmentId, because: 'é do departamento de destino' },
      ],
      by: viewer,
      title: `Protocolo #${id} cancelado`,
      message: description,
      protocolId: id,
      at: now,
    })
    return { message: `Protocolo ${id} cancelado com sucesso!`, protocol: await protocolRowOf(trx, id) }
  })
}
