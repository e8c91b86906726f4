import type { Viewer } from '@malote/core/users/viewer.ts'
import { unlimited } from '../../domain/notices/notice-limit.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { itemsLeftBehind } from './responsibilities.queries.ts'

/** A person after the change; department null when they no longer work here. */
interface Departed {
  id: number
  name: string
  departmentId: number | null
}

/**
 * Notifies the Gestores of the destinations when a person who moved or was deactivated is still responsible for items
 * there. The items stay with that person until they are transferred. One notification per person and department, with a
 * link to the most urgent protocol.
 */
export async function announceDepartures(
  trx: Trx,
  actor: Viewer,
  people: readonly Departed[],
  now: Date,
): Promise<void> {
  if (people.length === 0) return
  const nameOf = new Map(people.map(({ id, name }) => [id, name]))
  for (const { userId, departmentId, count, protocolId } of await itemsLeftBehind(trx, people)) {
    const items = count === 1 ? '1 item pendente' : `${count} itens pendentes`
    await notify(trx, {
      type: 'item_assigned',
      to: [{ managersOf: departmentId, because: 'é gestor do departamento de destino' }],
      by: unlimited(actor),
      title: 'Itens com responsável fora do departamento',
      message: `${nameOf.get(userId)} não está mais no seu departamento e ainda responde por ${items}. Tramite para outra pessoa, a começar pelo protocolo #${protocolId}.`,
      protocolId,
      at: now,
    })
  }
}
