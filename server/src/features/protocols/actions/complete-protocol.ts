import { historyAction } from '@malote/core/history/history-entry.ts'
import { canComplete } from '@malote/core/protocols/protocol-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import type { Db } from '../../../db/connect.ts'
import type { Actor } from '../../../lib/actor.ts'
import { notify } from '../../notifications/public.ts'
import { continuedBy, recordHopEnded } from '../forward/record-hops.ts'
import { recordHistory } from '../record/history.repo.ts'
import { lockWholeProtocol } from '../record/lock-protocol.ts'
import { protocolRowOf } from '../record/protocol-row.queries.ts'
import { completeWithItems } from '../record/protocols.repo.ts'
import { responsiblesOf } from '../responsibles/responsibles-of.queries.ts'

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
