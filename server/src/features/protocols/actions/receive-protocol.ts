import { historyAction } from '@malote/core/history/history-entry.ts'
import { canReceive } from '@malote/core/protocols/protocol-rules.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import type { Db } from '../../../db/connect.ts'
import type { Actor } from '../../../lib/actor.ts'
import { notify } from '../../notifications/public.ts'
import { recordHistory } from '../record/history.repo.ts'
import { lockProtocol } from '../record/lock-protocol.ts'
import { protocolRowOf } from '../record/protocol-row.queries.ts'
import { updateProtocol } from '../record/protocols.repo.ts'

/** *Receber*: the destination takes the items into its custody. */
export function receiveProtocol(db: Db, viewer: Actor, id: number, now: Date) {
  return db.transaction().execute(async (trx) => {
    const protocol = await lockProtocol(trx, id, viewer)
    ensure(canReceive(viewer, protocol))

    await updateProtocol(trx, id, { status: protocolStatus.inProgress, receivedAt: now, receivedBy: viewer.id })
    const description = `${viewer.name} recebeu o protocolo em ${protocol.destinationDepartment}`
    const action = historyAction.protocolReceived
    await recordHistory(trx, { protocolId: id, action, description, by: viewer.id, at: now })
    await notify(trx, {
      type: 'protocol_received',
      to: [
        { users: [protocol.createdBy], because: 'criou o protocolo' },
        { managersOf: protocol.originDepartmentId, because: 'é gestor do departamento de origem' },
      ],
      by: viewer,
      title: `Protocolo #${id} recebido`,
      message: `${description}.`,
      protocolId: id,
      at: now,
    })
    return { message: 'Protocolo recebido com sucesso!', protocol: await protocolRowOf(trx, id) }
  })
}
