import { type CalendarChange, holidaysAfter } from '@malote/core/calendar/calendar-change.ts'
import { deriveDueDate, type Recount, recounted } from '@malote/core/due-dates/derive-due-date.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { lastDayLookedAt } from '@malote/core/shared/due-date.ts'
import { sql } from 'kysely'
import { type DueInputColumns, dueInputColumns, inputsOf } from '../../domain/custody/due-inputs.ts'
import { isOpenHop } from '../../domain/visibility/hops.ts'
import type { Db } from '../../platform/db/connect.ts'
import { holidaysBetween } from '../calendar/holidays.repo.ts'

/** Items that move from one day to another: one that was passed on, or all that have the same inputs and were not. */
export interface DueDateMove {
  /** Null: the group of items that were not passed on and have these inputs. */
  itemId: number | null
  inputs: DueInputColumns
  from: CivilDate
  to: CivilDate
  /** Number of items. */
  n: number
}

/** What differs between the open due dates and those that the calendar gives. */
export interface Recalculation {
  moves: DueDateMove[]
  recount: Recount
}

/** How a change of the calendar is applied, besides the holidays. */
type Terms = Omit<Recount, 'holidays'>

/**
 * Counts the open due dates anew with the present calendar, and with a change that may still be planned. What was entered
 * or left before is part of it. There are few different inputs, so that this takes about as long for many open items as
 * for few; those of items that were passed on are derived one by one, down the chains.
 */
export async function recalculate(db: Db, change: CalendarChange, terms: Terms): Promise<Recalculation> {
  const [groups, chained] = [await inputGroups(db), await chainedItems(db)]
  const counts = [...groups, ...chained].flatMap(({ inputs }) => inputsOf(inputs).count ?? [])
  const starts = counts.map(({ from }) => from).toSorted()
  const ends = counts.map(({ from, days }) => lastDayLookedAt(from, days)).toSorted()
  const [first, last] = [starts[0], ends.at(-1)]
  const now = first && last ? await holidaysBetween(db, first, last) : new Set<CivilDate>()
  const recount = { ...terms, holidays: holidaysAfter(now, change) }
  const moves: DueDateMove[] = groups.flatMap(({ inputs, from, n }) => {
    const to = countedAnew(inputs, from, null, recount)
    return to === null || to === from ? [] : { itemId: null, inputs, from, to, n }
  })
  return { moves: [...moves, ...movesOfChains(chained, recount)], recount }
}

const countedAnew = (inputs: DueInputColumns, returnDate: CivilDate, limit: CivilDate | null, recount: Recount) =>
  deriveDueDate(recounted({ inputs: inputsOf(inputs), returnDate, limit }, recount), limit).date

/** An item that was passed on, or the first one of a chain. */
interface ChainedItem {
  id: number
  parentId: number | null
  inputs: DueInputColumns
  from: CivilDate
}

/** Those before come first, so that the limit of a hop is known when it is derived. */
function movesOfChains(chained: readonly ChainedItem[], recount: Recount): DueDateMove[] {
  const dates = new Map<number, CivilDate>()
  return chained.flatMap(({ id, parentId, inputs, from }) => {
    const limit = parentId === null ? null : (dates.get(parentId) ?? null)
    const to = countedAnew(inputs, from, limit, recount) ?? from
    dates.set(id, to)
    return parentId === null || to === from ? [] : { itemId: id, inputs, from, to, n: 1 }
  })
}

const isOpen = sql`i.status = ${sql.lit(itemStatus.pending)} and not i.in_cancelled_protocol and i.return_date is not null`

/** The items that a change of the calendar can move by itself, less those that were passed on. */
const countedItems = sql`${isOpen} and i.counted_in_business_days and i.forwarded_from_item_id is null`

const withInputs = <Row extends DueInputColumns>({
  countedFrom,
  countedDays,
  countedInBusinessDays,
  countedUntil,
  grantedUntil,
  ...row
}: Row) => ({ ...row, inputs: { countedFrom, countedDays, countedInBusinessDays, countedUntil, grantedUntil } })

async function inputGroups(db: Db) {
  const { rows } = await sql<DueInputColumns & { from: CivilDate; n: number }>`
    select ${dueInputColumns}, i.return_date as "from", count(*)::int as n
    from items i where ${countedItems} group by 1, 2, 3, 4, 5, 6`.execute(db)
  return rows.map(withInputs)
}

/** The open hops, and the items that they continue; in order of id, which is that of the chain. */
async function chainedItems(db: Db): Promise<ChainedItem[]> {
  const { rows } = await sql<Omit<ChainedItem, 'inputs'> & DueInputColumns>`
    with hops as (
      select i.id, i.forwarded_from_item_id from items i where i.forwarded_from_item_id is not null and ${isOpenHop('i')}
    )
    select i.id, i.forwarded_from_item_id as parent_id, ${dueInputColumns}, i.return_date as "from"
    from items i
    where i.id in (select id from hops union select forwarded_from_item_id from hops) and ${isOpen}
    order by i.id`.execute(db)
  return rows.map(withInputs)
}

/** An item that moves, as the preview names it. */
interface MovingItem {
  protocolId: number
  documentNumber: string | null
  itemType: string
  from: CivilDate
  to: CivilDate
}

/** The first of the items that move, earliest due date first. */
export async function movingItems(db: Db, moves: readonly DueDateMove[], most: number): Promise<MovingItem[]> {
  const { rows } = await sql<Omit<MovingItem, 'to'> & { id: number } & DueInputColumns>`
    select i.id, i.protocol_id, i.document_number, t.name as item_type, i.return_date as "from", ${dueInputColumns}
    from items i join item_types t on t.id = i.item_type_id
    where ${areMoved(moves)}
    order by i.return_date, i.id limit ${most}`.execute(db)
  const target = new Map(moves.map((move) => [move.itemId ?? keyOf(move), move.to]))
  return rows.map(withInputs).map(({ id, inputs, ...item }) => ({
    ...item,
    to: target.get(id) ?? target.get(keyOf({ inputs, from: item.from })) ?? item.from,
  }))
}

/** Ids of the protocols that have such items, ascending: those before in a chain come first. */
export async function movingProtocols(db: Db, moves: readonly DueDateMove[], most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct i.protocol_id as id from items i where ${areMoved(moves)} order by 1 limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

const keyOf = ({ inputs, from }: Pick<DueDateMove, 'inputs' | 'from'>) => JSON.stringify([keyColumns(inputs), from])

const keyColumns = ({ countedFrom, countedDays, countedUntil, grantedUntil }: DueInputColumns) => [
  countedFrom,
  countedDays,
  countedUntil,
  grantedUntil,
]

/** Condition on items as `i`. */
function areMoved(moves: readonly DueDateMove[]) {
  const groups = moves.filter(({ itemId }) => itemId === null)
  return sql`i.id in (
    select unnest(${moves.flatMap(({ itemId }) => itemId ?? [])}::int[])
    union all
    select i.id from items i
    where ${countedItems}
      and (i.counted_from, i.counted_days, i.counted_until, coalesce(i.granted_until, '-infinity'), i.return_date) in (
        select * from unnest(
          ${groups.map(({ inputs }) => inputs.countedFrom)}::date[],
          ${groups.map(({ inputs }) => inputs.countedDays)}::int[],
          ${groups.map(({ inputs }) => inputs.countedUntil)}::date[],
          ${groups.map(({ inputs }) => inputs.grantedUntil ?? '-infinity')}::date[],
          ${groups.map(({ from }) => from)}::date[]
        )
      )
  )`
}
