import { historyAction } from '@malote/core/history/history-entry.ts'
import { canComplete } from '@malote/core/protocols/protocol-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { recordHistory } from '../../../domain/custody/history.repo.ts'
import { lockWholeProtocol } from '../../../domain/custody/lock-protocol.ts'
import { protocolRowOf } from '../../../domain/custody/protocol-row.queries.ts'
import { completeWithItems } from '../../../domain/custody/protocols.repo.ts'
import { responsiblesOf } from '../../../domain/custody/responsibles-of.queries.ts'
import { notify } from '../../../domain/notices/notify.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { continuedBy, recordHopEnded } from '../forward/record-hops.ts'

/** *Concluir*: every item that is not cancelled becomes *concluído*, and the protocol is closed. */
export function completeProtocol(db: Db, viewer: Actor, id: number, now: Date) {
  return db.transaction().execute(async (trx) => {
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
      title: `Protocolo #${id} concluído`,
      message: `${description}.`,
      protocolId: id,
      at: now,
    })
    return { message: 'Protocolo concluído com sucesso!', protocol: await protocolRowOf(trx, id) }
  })
}
