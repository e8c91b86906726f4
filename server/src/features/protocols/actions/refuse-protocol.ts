import { historyAction } from '@malote/core/history/history-entry.ts'
import { cancelKind } from '@malote/core/protocols/protocol.ts'
import { canRefuse } from '@malote/core/protocols/protocol-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { originAudience } from '../../../domain/custody/audiences.ts'
import { recordHistory } from '../../../domain/custody/history.repo.ts'
import { lockProtocol } from '../../../domain/custody/lock-protocol.ts'
import { protocolRowOf } from '../../../domain/custody/protocol-row.queries.ts'
import { cancelWithItems } from '../../../domain/custody/protocols.repo.ts'
import { notify } from '../../../domain/notices/notify.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { continuedBy, recordHopEnded } from '../forward/record-hops.ts'

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
    const description = `${viewer.name} recusou o protocolo em ${protocol.destinationDepartment}. Motivo: ${reason}`
    const action = historyAction.protocolRefused
    await recordHistory(trx, { protocolId: id, action, description, by: viewer.id, at: now })
    await recordHopEnded(trx, viewer, protocol, parents, 'cancelled', now)
    await notify(trx, {
      type: 'protocol_canceled',
      to: originAudience(protocol),
      by: viewer,
      title: `Protocolo #${id} recusado`,
      message: description,
      protocolId: id,
      at: now,
    })
    return { message: 'Protocolo recusado com sucesso!', protocol: await protocolRowOf(trx, id) }
  })
}
