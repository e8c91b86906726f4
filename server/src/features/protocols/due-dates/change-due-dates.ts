import { isDeepStrictEqual } from 'node:util'
import { historyAction } from '@malote/core/acts/act.ts'
import { hopReason } from '@malote/core/due-dates/change-reasons.ts'
import { type DueInputs, deriveDueDate } from '@malote/core/due-dates/derive-due-date.ts'
import type { DueDateChangeKind } from '@malote/core/due-dates/due-date-explanation.ts'
import { type CivilDate, inPortuguese } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import { type OpenRequest, openExtensionOf } from '../../../domain/custody/custody-columns.ts'
import { type DueDateChangeRow, recordDueDateChanges } from '../../../domain/custody/due-date-changes.repo.ts'
import { type DueInputColumns, dueInputColumns, inputsOf } from '../../../domain/custody/due-inputs.ts'
import { recordHistory } from '../../../domain/custody/history.repo.ts'
import { itemLabel } from '../../../domain/custody/item-label.ts'
import { updateDueDates } from '../../../domain/custody/protocols.repo.ts'
import type { TypedText } from '../../../domain/custody/typed-texts.repo.ts'
import { type Answered, answeringFor } from '../../../domain/notices/audience.ts'
import { unlimited } from '../../../domain/notices/notice-limit.ts'
import { notify } from '../../../domain/notices/notify.ts'
import { isOpenHop } from '../../../domain/visibility/hops.ts'
import { isResponsibleThere } from '../../../domain/visibility/visible-to.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import { anyOf } from '../../../platform/db/statements.ts'

/** An item that got another due date. */
export interface MovedItem extends DueItem {
  from: CivilDate | null
  to: CivilDate | null
  /** Its date is that of an item before, not its own. */
  isHeldBack: boolean
}

/** Why due dates change. */
export interface DueDateCause {
  kind: DueDateChangeKind
  by: Viewer
  at: Date
  /** Per item; null when nobody gave one. */
  reason: (item: DueItem) => string | null
  /** What people typed in the reason, and in the sentence of the history about the same change. */
  texts?: readonly TypedText[]
  /** Present when the inputs of hops change as well: what is said of a hop that is not held back. */
  saidOfHop?: (item: MovedItem) => string
}

/**
 * The one writer of due dates. Derives those of items of one protocol, which the transaction has locked, from other
 * inputs, and then those of the hops that continue them. Records every change (contract 21.5), which ends the requests
 * for more time whose day is reached (`sql/extension-requests.sql`), and raises the versions of the protocols.
 *
 * The caller tells the history and the people of its own items; the hops are told here, because their history says only
 * that the date follows the department before, and does not name who changed that one.
 *
 * @param itemIds all pending items of the protocol, or these
 * @param change  an item's inputs after the change
 * @returns the items that got another date, and how many hops followed them
 */
export async function changeDueDates(
  trx: Trx,
  protocolId: number,
  itemIds: readonly number[] | 'open',
  change: (item: DueItem) => DueInputs,
  cause: DueDateCause,
): Promise<{ moved: MovedItem[]; followed: number }> {
  const which = itemIds === 'open' ? sql`i.status = 'pendente'` : sql`i.id = ${anyOf(itemIds)}`
  const items = await dueItems(trx, sql`i.protocol_id = ${protocolId} and ${which}`)
  const moved = await derive(trx, protocolId, items, change, cause.at)
  await recordMoves(trx, moved, cause, (item) => ({
    ...{ by: cause.by.id, reason: cause.reason(item), texts: cause.texts },
  }))
  const ofHops = cause.saidOfHop ? change : ({ inputs }: DueItem) => inputs
  return { moved, followed: await followDown(trx, moved, ofHops, cause) }
}

async function derive(
  trx: Trx,
  protocolId: number,
  items: readonly DueItem[],
  change: (item: DueItem) => DueInputs,
  at: Date,
): Promise<MovedItem[]> {
  const changed = items.flatMap((item) => {
    const inputs = change(item)
    const { date: to, isHeldBack } = deriveDueDate(inputs, item.limit)
    const isSame = to === item.returnDate && isDeepStrictEqual(inputs, item.inputs)
    return isSame ? [] : { ...item, inputs, from: item.returnDate, to, isHeldBack }
  })
  if (changed.length > 0) await updateDueDates(trx, protocolId, changed, at)
  return changed.filter(({ from, to }) => from !== to)
}

/** An item that loses its date has no row: its next one then begins without a date (contract 21.5). */
const recordMoves = (
  trx: Trx,
  moved: readonly MovedItem[],
  { kind, at }: DueDateCause,
  attribute: (item: MovedItem) => Pick<DueDateChangeRow, 'by' | 'reason' | 'texts'>,
) =>
  recordDueDateChanges(
    trx,
    moved.flatMap((item) => {
      const { id: itemId, from, to } = item
      return to === null ? [] : { itemId, from, to, kind, at, ...attribute(item) }
    }),
  )

/**
 * Derives the dates of the hops that continue items with another date. Hop by hop down the chains, so that a protocol is
 * always locked before the protocols that continue it; nothing is ever locked in the other direction, so that nobody
 * deadlocks.
 */
async function followDown(
  trx: Trx,
  before: readonly { id: number }[],
  change: (item: DueItem) => DueInputs,
  cause: DueDateCause,
): Promise<number> {
  if (before.length === 0) return 0
  const continuing = sql`i.forwarded_from_item_id = ${anyOf(before.map(({ id }) => id))} and ${isOpenHop('i')}`
  const locked = await sql`
    select id from protocols where id in (select i.protocol_id from items i where ${continuing})
    order by id for no key update`.execute(trx)
  if (locked.rows.length === 0) return 0
  const hops = await dueItems(trx, sql`${continuing} and i.status = 'pendente'`)
  const moved: MovedItem[] = []
  for (const [protocolId, items] of Map.groupBy(hops, (hop) => hop.protocolId)) {
    const ofProtocol = await derive(trx, protocolId, items, change, cause.at)
    await recordMoves(trx, ofProtocol, cause, (item) =>
      ownWords(item, cause)
        ? { by: cause.by.id, reason: cause.reason(item) }
        : { by: null, reason: hopReason(item.holder) },
    )
    await tellHops(trx, protocolId, ofProtocol, cause)
    moved.push(...ofProtocol)
  }
  return moved.length + (await followDown(trx, moved, change, cause))
}

/** What is said of a hop that moves by its own inputs; nothing of one that follows the item before. */
const ownWords = (item: MovedItem, { saidOfHop }: DueDateCause) => (item.isHeldBack ? undefined : saidOfHop?.(item))

async function tellHops(trx: Trx, protocolId: number, moved: readonly MovedItem[], cause: DueDateCause) {
  const { by, at } = cause
  const said = (item: MovedItem) => {
    const { from, to, holder } = item
    const date = to && inPortuguese(to)
    const act = from ? `prazo alterado de ${inPortuguese(from)} para ${date}` : `prazo definido para ${date}`
    return ownWords(item, cause) ?? `${act}, quando o item deve sair de ${holder}`
  }
  await recordHistory(
    trx,
    moved.map((item) => ({
      ...{ protocolId, itemId: item.id, action: historyAction.dueDateChanged, at },
      by: ownWords(item, cause) ? by.id : null,
      description: `${itemLabel(item)}: ${said(item)}`,
    })),
  )
  for (const item of moved) {
    await notify(trx, {
      type: 'item_return',
      to: [answeringFor(item, item.destinationDepartmentId), askingFor(item)],
      by: unlimited(by),
      title: 'Prazo de retorno alterado',
      message: `Protocolo #${protocolId}: ${itemLabel(item)}: ${said(item)}`,
      protocolId,
      itemId: item.id,
      at,
    })
  }
}

/** Whoever asked for the day that an item has got. */
export const askingFor = ({ request, to }: MovedItem) => ({
  users: [request !== null && to !== null && request.requestedDate <= to ? request.askedById : null],
  because: 'pediu mais prazo',
})

/** An item with what its due date is derived from, and what a text about a change needs. */
interface DueItem extends Answered {
  id: number
  protocolId: number
  documentNumber: string | null
  itemType: string
  destinationDepartmentId: number
  /** Name of the origin: where an item that was passed on must leave from. */
  holder: string
  returnDate: CivilDate | null
  inputs: DueInputs
  /** The earliest due date of the items before, however many hops. */
  limit: CivilDate | null
  /** The open request for more time. */
  request: OpenRequest | null
}

/** @param which a condition on items as `i`, in protocols that the transaction has locked */
async function dueItems(trx: Trx, which: RawBuilder<unknown>): Promise<DueItem[]> {
  const { rows } = await sql<Omit<DueItem, 'inputs'> & DueInputColumns>`
    select i.id, i.protocol_id, i.document_number, t.name as item_type, i.responsible_id, i.destination_department_id,
      ${isResponsibleThere('i')} as is_responsible_there, holder.name as holder, i.return_date, ${dueInputColumns},
      due_limit(i.forwarded_from_item_id) as "limit", ${openExtensionOf('i.id')} as request
    from items i
    join item_types t on t.id = i.item_type_id
    join departments holder on holder.id = i.origin_department_id
    where ${which}
    order by i.protocol_id, i.position`.execute(trx)
  return rows.map(({ countedFrom, countedDays, countedInBusinessDays, countedUntil, grantedUntil, ...item }) => ({
    ...item,
    inputs: inputsOf({ countedFrom, countedDays, countedInBusinessDays, countedUntil, grantedUntil }),
  }))
}
