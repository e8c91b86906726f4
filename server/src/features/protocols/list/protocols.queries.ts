import type { ProtocolFilter } from '@malote/core/protocols/protocol.ts'
import { patience } from '@malote/core/protocols/waiting.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { firstDayLookedAt, lastDayLongerAgo } from '@malote/core/shared/due-date.ts'
import { metaFor } from '@malote/core/shared/pagination.ts'
import { ownDepartment, type Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { JsonPage } from '../../../lib/json-page.ts'
import { ownScopeOf, type Scope, scopeOf } from '../../../visibility/scope.ts'
import { statusAndDaysOf } from '../../../visibility/status-and-days.ts'
import { holidaysBetween } from '../../calendar/public.ts'
import type { ListFilter } from './list-filter.ts'
import { listed } from './listed-protocols.ts'
import {
  type DueSources,
  newestOf,
  nextDueHits,
  nextDueOf,
  nextDueWalked,
  readPage,
  type Slice,
} from './protocol-page.ts'
import {
  findNumbered,
  findsWholeScope,
  hitsOf,
  isBroad,
  isHit,
  mostCounted,
  readSearch,
  type Search,
} from './protocol-search.ts'
import { totalOf } from './protocol-totals.ts'

/** What a request asks for: which protocols, and which page of them in which order. */
interface Asked extends Pick<ProtocolFilter, 'page' | 'perPage' | 'sort'> {
  scope: Scope
  filter: ListFilter
}

/**
 * One page of the protocols that the viewer sees, newest first or by their next due date. If the search term is only a
 * number, that protocol comes first.
 *
 * The page's ids come from an index alone; only its rows are joined with their names. Totals come from those that the
 * database maintains. A search counts its hits up to 1,000 (contract 12.12).
 *
 * @param today the organisation's civil day
 * @param timeZone IANA name; the filter's days are days in this zone
 */
export async function listProtocols(
  db: Db,
  viewer: Viewer,
  asked: ProtocolFilter,
  today: CivilDate,
  timeZone: string,
): Promise<JsonPage> {
  const list = await readAsked(db, viewer, asked, today, timeZone)
  const { total, data } =
    asked.search === undefined ? await readWhole(db, list) : await readFound(db, list, asked.search)
  return { data, meta: metaFor(total, asked.page, asked.perPage) }
}

/** The total of a list without a search, as an SQL expression for statements that count several. */
export async function protocolsTotal(
  db: Db,
  viewer: Viewer,
  asked: ProtocolFilter,
  today: CivilDate,
  timeZone: string,
): Promise<RawBuilder<number>> {
  const { scope, filter } = await readAsked(db, viewer, asked, today, timeZone)
  return totalOf(scope, filter)
}

async function readAsked(
  db: Db,
  viewer: Viewer,
  asked: ProtocolFilter,
  today: CivilDate,
  timeZone: string,
): Promise<Asked> {
  return {
    ...asked,
    // What waits does so at one's own department, also for an Admin.
    scope: (asked.here || asked.awaiting ? ownScopeOf : scopeOf)(viewer, asked.department),
    filter: await readFilter(db, viewer, asked, today, timeZone),
  }
}

async function readFilter(
  db: Db,
  viewer: Viewer,
  { late, here, awaiting, ...asked }: ProtocolFilter,
  today: CivilDate,
  timeZone: string,
): Promise<ListFilter> {
  const own = ownDepartment(viewer)
  const filter: ListFilter = {
    ...statusAndDaysOf(asked, timeZone),
    dueBefore: late && today,
    waitsAt: here && own,
  }
  if (awaiting === 'receipt') return { ...filter, pendingAt: { end: 'destination', department: own } }
  if (awaiting === undefined) return filter
  const last = await lastDayToBeReceived(db, today)
  const endDate = filter.endDate !== undefined && filter.endDate < last ? filter.endDate : last
  return { ...filter, endDate, pendingAt: { end: 'origin', department: own } }
}

/** Last day on which a protocol was sent that has now waited too long to be received. */
async function lastDayToBeReceived(db: Db, today: CivilDate): Promise<CivilDate> {
  return lastDayLongerAgo(today, patience, await holidaysBetween(db, firstDayLookedAt(today, patience), today))
}

/** All protocols of the list. */
function readWhole(db: Db, list: Asked, first?: number) {
  const { scope, filter, sort } = list
  const slice: Slice =
    sort === 'due'
      ? nextDueOf(dueSourcesOf(list), totalOf(scope, { ...filter, isDated: true }), list)
      : newestOf(listed(scope, filter), list, first)
  return readPage(db, slice, totalOf(scope, filter), { first: sort === 'due' ? undefined : first })
}

const dueSourcesOf = ({ scope, filter }: Asked): DueSources => ({
  dated: listed(scope, { ...filter, isDated: true }),
  undated: listed(scope, { ...filter, isDated: false }),
})

async function readFound(db: Db, list: Asked, term: string) {
  const { scope, filter } = list
  const [search, first] = await Promise.all([readSearch(db, term), findNumbered(db, scope, filter, term)])
  return findsWholeScope(scope, search) ? readWhole(db, list, first) : readHits(db, list, search, first)
}

async function readHits(db: Db, list: Asked, search: Search, first: number | undefined) {
  const { scope, filter, sort } = list
  const isByDue = sort === 'due'
  if (!(await isBroad(db, scope, filter, search))) {
    const slice = isByDue ? nextDueHits(sql`hits`, list) : newestOf(sql`hits`, list, first)
    const found = await readPage(db, slice, sql`(select count(*) from hits)`, {
      hits: hitsOf(scope, filter, search, first),
      first: isByDue ? undefined : first,
    })
    if (found.total <= mostCounted || !search.isIndexed) return found
  }
  // Hits are frequent, so read the list itself until the page is full.
  if (list.page > mostCounted / list.perPage) return { total: mostCounted, data: '[]' }
  const { dated, undated } = dueSourcesOf(list)
  const slice = isByDue
    ? nextDueWalked({ dated: hitsIn(dated, search), undated: hitsIn(undated, search) }, list)
    : newestOf(hitsIn(listed(scope, filter), search), list, first)
  return readPage(db, slice, sql`(select ${mostCounted}::int)`, { first: isByDue ? undefined : first })
}

const hitsIn = (source: ReturnType<typeof listed>, search: Search) =>
  sql`(select s.* from ${source} s join protocols p on p.id = s.id where ${isHit(search)})`
