import { notify } from '../../../domain/notices/notify.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import type { Actor } from '../../../platform/http/actor.ts'

/** Notifies people who became responsible for items of the protocol. */
export async function announceResponsibles(
  trx: Trx,
  viewer: Actor,
  protocolId: number,
  people: readonly number[],
  at: Date,
): Promise<void> {
  if (people.length === 0) return
  await notify(trx, {
    type: 'item_assigned',
    to: [{ users: [...new Set(people)], because: 'agora responde por eles' }],
    by: viewer,
    title: `Você responde por itens do protocolo #${protocolId}`,
    message: `${viewer.name} indicou você como responsável por itens do protocolo #${protocolId}.`,
    protocolId,
    at,
  })
}
