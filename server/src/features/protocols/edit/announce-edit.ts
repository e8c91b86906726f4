import { historyAction } from '@malote/core/history/history-entry.ts'
import { andMore } from '@malote/core/shared/portuguese.ts'
import { recordHistory } from '../../../domain/custody/history.repo.ts'
import type { LockedProtocol } from '../../../domain/custody/lock-protocol.ts'
import { notify } from '../../../domain/notices/notify.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { announceResponsibles } from '../responsibles/announce-responsibles.ts'
import type { ItemEdit } from './validate-edit.ts'

/** Maximum number of changes that one line of the history spells out. */
const spelledOut = 50

/**
 * Records the edit in the history. Notifies the destination, and people who became or are no longer responsible for an
 * item.
 */
export async function announceEdit(
  trx: Trx,
  viewer: Actor,
  { id, destinationDepartmentId }: LockedProtocol,
  items: readonly ItemEdit[],
  changes: readonly string[],
  at: Date,
): Promise<void> {
  const more = andMore(changes.length - spelledOut, 'alteração', 'alterações')
  const listed = [...changes.slice(0, spelledOut), ...more].join('; ')
  const description = `${viewer.name} editou o protocolo. ${listed}`
  await recordHistory(trx, { protocolId: id, action: historyAction.protocolEdited, description, by: viewer.id, at })
  await notify(trx, {
    type: 'protocol_edited',
    to: [{ department: destinationDepartmentId, because: 'é do departamento de destino' }],
    by: viewer,
    title: `Protocolo #${id} editado`,
    message: description,
    protocolId: id,
    at,
  })
  const moved = items.filter(({ before, after }) => before.responsibleId !== after.responsibleId)
  const chosen = moved.flatMap(({ after }) => after.responsibleId ?? [])
  await announceResponsibles(trx, viewer, id, chosen, at)
  const relieved = moved
    .flatMap(({ before }) => before.responsibleId ?? [])
    .filter((person) => !chosen.includes(person))
  if (relieved.length === 0) return
  await notify(trx, {
    type: 'item_assigned',
    to: [{ users: relieved, because: 'respondia por eles' }],
    by: viewer,
    title: `Você deixou de responder por itens do protocolo #${id}`,
    message: `${viewer.name} editou o protocolo #${id}, e você deixou de responder por itens dele.`,
    protocolId: id,
    at,
  })
}
