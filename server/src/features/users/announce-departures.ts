import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Trx } from '../../db/connect.ts'
import { notify } from '../notifications/public.ts'
import { itemsLeftBehind } from './responsibilities.queries.ts'

/** Somebody as they are from now on; no department when they no longer work anywhere here. */
interface Departed {
  id: number
  name: string
  departmentId: number | null
}

/**
 * Tells the Gestores of the destinations that somebody who moved or was deactivated still answers for items there. The
 * items stay with that person until they are handed on; one notice per person and department, which opens the most urgent
 * protocol.
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
      actorId: actor.id,
      title: 'Itens com responsável fora do departamento',
      message: `${nameOf.get(userId)} não está mais no seu departamento e ainda responde por ${items}. Tramite para outra pessoa, a começar pelo protocolo #${protocolId}.`,
      protocolId,
      at: now,
    })
  }
}
