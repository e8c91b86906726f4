import {
  type CalendarChange,
  changesTheCount,
  holidaysAround,
  movedDueDate,
} from '@malote/core/calendar/calendar-change.ts'
import { withinLimit } from '@malote/core/due-dates/due-date-rules.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { countedDays, dayCount, lastDayLookedAt } from '@malote/core/shared/due-date.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Answered } from '../../domain/notices/audience.ts'
import { isResponsibleThere } from '../../domain/visibility/visible-to.ts'
import type { Db } from '../../platform/db/connect.ts'
import { holidaysBetween } from '../calendar/public.ts'

/** The organisation's civil day and time zone. */
export interface Today {
  today: CivilDate
  timeZone: string
}

/** Due dates that move from one day to another, because they have the same start day and category. */
export interface DueDateMove {
  start: CivilDate
  categoryId: number
  from: CivilDate
  to: CivilDate
  /** The day until which the items, having been passed on, are due further up; a move ends there at the latest. */
  limit: CivilDate | null
  /** Number of items. */
  n: number
}

/**
 * The moves that a change of the calendar causes. Due dates are computed from few start days and categories, so that
 * there are at most a few hundred moves, however many items are open.
 */
export async function dueDateMovesOf(
  db: Db,
  change: CalendarChange,
  { today, timeZone }: Today,
): Promise<DueDateMove[]> {
  const days = [change.added, change.removed].filter((day) => day !== undefined && changesTheCount(day)).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const groups = await sql<Omit<DueDateMove, 'to'> & { returnDays: number }>`
    select ${startIn(timeZone)} as start, i.category_id, c.return_days, i.return_date as "from", ${limit} as "limit", count(*)::int as n
    ${openDueDates}
      and i.return_date >= ${first}::date and p.created_at < ${last}::date::timestamp at time zone ${timeZone}
    group by 1, 2, 3, 4, 5
  `.execute(db)
  const starts = groups.rows.map(({ start }) => start).toSorted()
  const ends = groups.rows.map(({ start, returnDays }) => lastDayLookedAt(start, countedDays(returnDays))).toSorted()
  const around = holidaysAround(await holidaysBetween(db, starts[0] ?? first, ends.at(-1) ?? last), change)
  return groups.rows.flatMap(({ returnDays, ...group }) => {
    const to = movedDueDate({ start: group.start, returnDays, returnDate: group.from }, around, today)
    const within = to && withinLimit(to, group.limit === null ? null : { returnDate: group.limit })
    return within === null || within === group.from ? [] : [{ ...group, to: within }]
  })
}

/** An item whose due date moves. */
export interface MovingItem extends Answered {
  id: number
  protocolId: number
  documentNumber: string | null
  itemType: string
  from: CivilDate
  to: CivilDate
}

/** The first of the items that move, earliest due date first. */
export const movingItems = (db: Db, moves: readonly DueDateMove[], { timeZone }: Today, limit: number) =>
  selectMoving(db, moves, timeZone, sql<SqlBool>`true`, sql`order by i.return_date, i.id limit ${limit}`)

/** All items of one protocol that move. While the protocol is locked, no other transaction can change them. */
export const movingItemsOf = (db: Db, moves: readonly DueDateMove[], { timeZone }: Today, protocolId: number) =>
  selectMoving(db, moves, timeZone, sql<SqlBool>`p.id = ${protocolId}`, sql`order by i.position`)

/** Ids of the protocols that have such items, ascending. */
export async function movingProtocols(db: Db, moves: readonly DueDateMove[], { timeZone }: Today, limit: number) {
  const { rows } = await sql<{ id: number }>`
    select distinct p.id ${openDueDates} and ${isOneOf(moves, timeZone)} order by p.id limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

async function selectMoving(
  db: Db,
  moves: readonly DueDateMove[],
  timeZone: string,
  which: RawBuilder<SqlBool>,
  order: RawBuilder<unknown>,
): Promise<MovingItem[]> {
  const { rows } = await sql<Omit<MovingItem, 'to'> & Pick<DueDateMove, 'start' | 'categoryId' | 'limit'>>`
    select i.id, i.protocol_id, i.document_number, i.responsible_id, i.return_date as "from", i.category_id,
      ${isResponsibleThere('i')} as is_responsible_there,
      ${startIn(timeZone)} as start, ${limit} as "limit", (select name from item_types where id = i.item_type_id) as item_type
    ${openDueDates} and ${which} and ${isOneOf(moves, timeZone)}
    ${order}
  `.execute(db)
  const target = new Map(moves.map((move) => [keyOf(move), move.to]))
  return rows.map(({ start, categoryId, limit, ...item }) => {
    const to = target.get(keyOf({ start, categoryId, limit, from: item.from })) ?? item.from
    return { ...item, to }
  })
}

const keyOf = ({ start, categoryId, from, limit }: Pick<DueDateMove, 'start' | 'categoryId' | 'from' | 'limit'>) =>
  `${start} ${categoryId} ${from} ${limit}`

const limit = sql<CivilDate | null>`(select return_date from items parent where parent.id = i.forwarded_from_item_id)`

const startIn = (timeZone: string) => sql<CivilDate>`(p.created_at at time zone ${timeZone})::date`

// Only due dates that were never extended by hand: original_return_date is null. Scans items_returns_idx from the first
// day of the change.
const openDueDates = sql`
  from items i
  join protocols p on p.id = i.protocol_id
  join categories c on c.id = i.category_id
  where i.status = ${sql.lit(itemStatus.pending)} and not i.in_cancelled_protocol and i.return_date is not null
    and i.original_return_date is null and p.requires_return
    and c.day_count = ${sql.lit(dayCount.business)} and c.return_days > 0
`

const isOneOf = (moves: readonly DueDateMove[], timeZone: string) => sql<SqlBool>`
  (${startIn(timeZone)}, i.category_id, i.return_date, coalesce(${limit}, 'infinity')) in (
    select * from unnest(
      ${moves.map(({ start }) => start)}::date[],
      ${moves.map(({ categoryId }) => categoryId)}::int[],
      ${moves.map(({ from }) => from)}::date[],
      ${moves.map((move) => move.limit ?? 'infinity')}::date[]
    )
  )
`
