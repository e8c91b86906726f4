import type { NewProtocol } from '@malote/core/protocols/protocol.ts'
import type { Trx } from '../../../db/connect.ts'
import type { Actor } from '../../../lib/actor.ts'
import { notify } from '../../notifications/public.ts'
import { announceResponsibles } from '../responsibles/announce-responsibles.ts'

/** Notifies the destination, and people made responsible for an item by the creation (contract 11.16). */
export async function announceNewProtocol(
  trx: Trx,
  viewer: Actor,
  protocolId: number,
  { destinationDepartmentId, items }: NewProtocol,
  description: string,
  at: Date,
): Promise<void> {
  await notify(trx, {
    type: 'new_protocol',
    to: [{ department: destinationDepartmentId, because: 'é do departamento de destino' }],
    by: viewer,
    title: `Novo protocolo #${protocolId}`,
    message: `${description}.`,
    protocolId,
    at,
  })
  await announceResponsibles(
    trx,
    viewer,
    protocolId,
    items.flatMap(({ responsibleId }) => responsibleId ?? []),
    at,
  )
}
