import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import type { DueDays } from '@malote/core/returns/return-days.ts'
import type { ReturnFilter, ReturnRow } from '@malote/core/returns/return-row.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { metaFor, type PageMeta } from '@malote/core/shared/pagination.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import { withAbsence } from '../../domain/custody/custody-columns.ts'
import { type Direction, isInDirection } from '../../domain/visibility/directions.ts'
import { firstDay, lastDay } from '../../domain/visibility/protocols-in.ts'
import type { Db } from '../../platform/db/connect.ts'
import { mostCounted, readSearch, type Search } from '../protocols/public.ts'
import {
  findsWholeScope,
  firstOf,
  hitsOf,
  isHit,
  isListed,
  orderOf,
  type ReturnScope,
  rangesOf,
  returnRowColumns,
  returnRowTables,
  returnScopeOf,
  statusesOf,
} from './return-scope.ts'

export interface ReturnPage {
  data: ReturnRow[]
  meta: PageMeta
}

/**
 * One page of the items that require return, in protocols that the viewer sees: open ones first, by due date.
 *
 * The totals per status determine which part of which status the page shows. Its ten ids come from an index alone and
 * are then joined with their names. A search counts its hits up to 1,000 per status.
 *
 * @param today the organisation's civil day
 */
export async function listReturns(db: Db, viewer: Viewer, filter: ReturnFilter, today: CivilDate): Promise<ReturnPage> {
  const scope = returnScopeOf(viewer, filter, today)
  const { totals, search } = await totalsOf(db, scope, filter)
  const data: ReturnRow[] = []
  for (const range of pageRangesOf(totals, filter.page, filter.perPage))
    data.push(...(await readRange(db, viewer, scope, range, search)))
  return { data, meta: metaFor(sumOf(totals), filter.page, filter.perPage) }
}

/**
 * How many rows the list has on all of its pages; undefined when a search finds more than it counts.
 *
 * @param today the organisation's civil day
 */
export async function countReturns(
  db: Db,
  viewer: Viewer,
  filter: ReturnFilter,
  today: CivilDate,
): Promise<number | undefined> {
  const { totals } = await totalsOf(db, returnScopeOf(viewer, filter, today), filter)
  return totals.some(({ isCapped }) => isCapped) ? undefined : sumOf(totals)
}

/** The totals per status, and the search if it finds only a part of the list. */
async function totalsOf(db: Db, scope: ReturnScope, filter: ReturnFilter) {
  const asked = filter.search === undefined ? undefined : await readSearch(db, filter.search, { isOfItems: false })
  const search = asked && findsWholeScope(scope, asked) ? undefined : asked
  return { totals: await readTotals(db, scope, statusesOf(filter), search), search }
}

const sumOf = (totals: readonly StatusTotal[]) => totals.reduce((sum, { total }) => sum + total, 0)

/** The total of a list without a search, as an SQL expression for statements that count several. */
export function returnsTotal(viewer: Viewer, filter: ReturnFilter, today: CivilDate): RawBuilder<number> {
  const scope = returnScopeOf(viewer, filter, today)
  return sql<number>`(${sql.join(
    statusesOf(filter).map((status) => totalOf(scope, status)),
    sql` + `,
  )})`
}

async function readTotals(db: Db, scope: ReturnScope, statuses: readonly ItemStatus[], search: Search | undefined) {
  if (statuses.length === 0) return []
  const totals = statuses.map((status) => {
    const total = search ? sql`(select count(*) from ${hitsOf(scope, status, search)} h)` : totalOf(scope, status)
    return sql`select ${status}::text as status, ${total}::int as total`
  })
  const { rows } = await sql<{ status: ItemStatus; total: number }>`${sql.join(totals, sql` union all `)}`.execute(db)
  return statuses.map((status): StatusTotal => {
    const total = rows.find((row) => row.status === status)?.total ?? 0
    return search && total > mostCounted ? { status, total: mostCounted, isCapped: true } : { status, total }
  })
}

/** The limit is a literal, so that the planner expects ten rows instead of a tenth of the table. */
async function readRange(
  db: Db,
  viewer: Viewer,
  scope: ReturnScope,
  range: PageRange,
  search: Search | undefined,
): Promise<ReturnRow[]> {
  const { status, skip, take } = range
  const { rows } = await sql<ReturnRow>`
    select ${returnRowColumns(viewer)}
    from (
      select id, return_date from ${sourceOf(scope, range, search)} s
      order by ${orderOf(status, 's')} limit ${sql.lit(take)} offset ${skip}
    ) page ${returnRowTables}
    order by ${orderOf(status, 'page')}`.execute(db)
  return rows.map(withAbsence)
}

/**
 * Source of a range: the list, the hits, or, if there are too many hits to count, the list filtered until the page is
 * full.
 */
function sourceOf(scope: ReturnScope, range: PageRange, search: Search | undefined): RawBuilder<unknown> {
  const { status, skip, take, isCapped } = range
  if (!search) return firstOf(scope, status, skip + take)
  return isCapped ? firstOf(scope, status, skip + take, isHit(search)) : hitsOf(scope, status, search)
}

/** Number of items of one status in a list. */
interface StatusTotal {
  status: ItemStatus
  total: number
  /** There are more than `total`; the rest was not counted. */
  isCapped?: boolean
}

/** A part of a page: rows of one status, `take` of them after the first `skip`. */
interface PageRange extends Omit<StatusTotal, 'total'> {
  skip: number
  take: number
}

/** A list shows its statuses one after the other, so that a page may span several of them. */
function pageRangesOf(totals: readonly StatusTotal[], page: number, perPage: number): PageRange[] {
  const ranges: PageRange[] = []
  let skip = (page - 1) * perPage
  let room = perPage
  for (const { total, ...status } of totals) {
    const take = Math.min(room, total - skip)
    if (take > 0) {
      ranges.push({ ...status, skip, take })
      room -= take
    }
    skip = Math.max(0, skip - total)
  }
  return ranges
}

/** Number of items of one status in a scope. Reads figures wherever the count could be large. */
function totalOf(scope: ReturnScope, status: ItemStatus): RawBuilder<number> {
  const { directions, due, responsible, isReported, notice } = scope
  if (notice || isReported || typeof responsible === 'number' || (responsible === 'none' && due !== null))
    return counted(scope, status)
  const parts = directions.map((direction) => {
    if (due === null) return listedTotal(direction, status, responsible === 'none' ? 'n_unassigned' : 'n')
    const isEverywhere = direction.from === undefined && direction.to === undefined
    if (isEverywhere && status === itemStatus.pending) return dueEverywhere(due)
    return counted({ ...scope, directions: [direction] }, status)
  })
  return sql<number>`(${sql.join(parts, sql` + `)})`
}

const listedTotal = (direction: Direction, status: ItemStatus, count: 'n' | 'n_unassigned') =>
  sql`(select coalesce(sum(${sql.ref(count)}), 0) from return_totals i
    where i.status = ${status} and ${isInDirection(direction, 'i')})`

/** Open items of all departments by due date: this figure counts each once, at its origin. */
const dueEverywhere = (due: DueDays) =>
  sql`(select coalesce(sum(n_origin), 0) from open_returns_monthly where n_origin <> 0
    and return_date >= ${due.from ?? firstDay}::date and return_date <= ${due.to ?? lastDay}::date)`

/**
 * Counts what is few: open items of a department in a range of dates, items between two departments, of one person, with an
 * open occurrence, or returned in a range of dates.
 */
const counted = (scope: ReturnScope, status: ItemStatus) =>
  sql<number>`(${sql.join(
    rangesOf(scope).map((range) => sql`(select count(*) from items i where ${range} and ${isListed(scope, status)})`),
    sql` + `,
  )})`
