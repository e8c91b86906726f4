import { hopReason } from '@malote/core/due-dates/change-reasons.ts'
import type { DueDateChangeKind } from '@malote/core/due-dates/due-date-explanation.ts'
import { historyAction } from '@malote/core/history/history-entry.ts'
import { type CivilDate, inPortuguese } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import { recordDueDateChanges } from '../../../domain/custody/due-date-changes.repo.ts'
import { recordHistory } from '../../../domain/custody/history.repo.ts'
import { itemLabel } from '../../../domain/custody/item-label.ts'
import { moveItems } from '../../../domain/custody/protocols.repo.ts'
import { type Answered, answeringFor } from '../../../domain/notices/audience.ts'
import { unlimited } from '../../../domain/notices/notice-limit.ts'
import { notify } from '../../../domain/notices/notify.ts'
import { isOpenHop } from '../../../domain/visibility/hops.ts'
import { isResponsibleThere } from '../../../domain/visibility/visible-to.ts'
import type { Trx } from '../../../platform/db/connect.ts'

/** A hop that would end after the item that it continues is due. */
interface OverrunningHop extends Answered {
  id: number
  protocolId: number
  documentNumber: string | null
  itemType: string
  destinationDepartmentId: number
  holder: string
  from: CivilDate
  to: CivilDate
}

/**
 * Moves the due dates of hops that would end later than the items they continue, after those got an earlier date, or
 * their first one. Hop by hop down the chains, so that a protocol is always locked before the protocols that continue
 * it; nothing is ever locked in the other direction, so that nobody deadlocks.
 *
 * The history of a hop says that its date follows the department before it, and does not name who changed that one.
 *
 * @param itemIds items whose due date changed, in a protocol that the transaction has locked
 * @param kind    why it changed
 */
export async function keepHopsWithin(
  trx: Trx,
  viewer: Viewer,
  itemIds: readonly number[],
  kind: DueDateChangeKind,
  at: Date,
): Promise<void> {
  if (itemIds.length === 0) return
  await sql`
    select from protocols where id in (
      select c.protocol_id from items c where c.forwarded_from_item_id = any(${[...itemIds]}::int[]) and ${isOpenHop('c')}
    ) order by id for no key update`.execute(trx)
  const { rows } = await sql<OverrunningHop>`
    select c.id, c.protocol_id, c.document_number, t.name as item_type, c.responsible_id, c.destination_department_id,
      ${isResponsibleThere('c')} as is_responsible_there, holder.name as holder, c.return_date as "from",
      parent.return_date as "to"
    from items c
    join items parent on parent.id = c.forwarded_from_item_id
    join item_types t on t.id = c.item_type_id
    join departments holder on holder.id = c.origin_department_id
    where c.forwarded_from_item_id = any(${[...itemIds]}::int[]) and ${isOpenHop('c')} and c.status = 'pendente'
      and c.return_date > parent.return_date
    order by c.protocol_id, c.position`.execute(trx)
  const protocols = Map.groupBy(rows, ({ protocolId }) => protocolId)
  for (const [protocolId, items] of protocols) {
    await moveItems(trx, protocolId, items, at)
    await recordDueDateChanges(
      trx,
      items.map((item) => ({
        ...{ itemId: item.id, from: item.from, to: item.to },
        ...{ kind, by: null, reason: hopReason(item.holder), at },
      })),
    )
    const said = ({ from, to, holder }: OverrunningHop) =>
      `prazo alterado de ${inPortuguese(from)} para ${inPortuguese(to)}, quando o item deve sair de ${holder}`
    await recordHistory(
      trx,
      items.map((item) => ({
        ...{ protocolId, itemId: item.id, action: historyAction.dueDateChanged, by: null, at },
        description: `${itemLabel(item)}: ${said(item)}`,
      })),
    )
    for (const item of items) {
      await notify(trx, {
        type: 'item_return',
        to: [answeringFor(item, item.destinationDepartmentId)],
        by: unlimited(viewer),
        title: 'Prazo de retorno alterado',
        message: `Protocolo #${protocolId}: ${itemLabel(item)}: ${said(item)}`,
        protocolId,
        itemId: item.id,
        at,
      })
    }
  }
  await keepHopsWithin(
    trx,
    viewer,
    rows.map(({ id }) => id),
    kind,
    at,
  )
}
