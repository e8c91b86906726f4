import type { ProtocolFilter } from '@malote/core/protocols/protocol.ts'
import { protocolPageWire } from '@malote/core/protocols/protocol.wire.ts'
import { mostBusinessDaysToReceive } from '@malote/core/protocols/waiting.ts'
import type { SearchHits } from '@malote/core/search/search-hits.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { firstDayLookedAt, lastDayLongerAgo } from '@malote/core/shared/due-date.ts'
import { metaFor } from '@malote/core/shared/pagination.ts'
import { ownDepartment, type Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { statusAndDaysOf } from '../../../domain/visibility/protocols-in.ts'
import { ownScopeOf, type Scope, scopeOf } from '../../../domain/visibility/visible-to.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { JsonPage } from '../../../platform/http/response-serializer.ts'
import { holidaysBetween } from '../../calendar/holidays.repo.ts'
import { readFirstPage } from './first-page.ts'
import { isOfOpenOnes, type ListFilter, listed } from './list-filter.ts'
import {
  bestHits,
  type DueSources,
  lastRowOf,
  newestOf,
  nextDueHits,
  nextDueOf,
  nextDueWalked,
  type Page,
  readPage,
  type Slice,
  theseOf,
} from './protocol-page.ts'
import { keptTotalOf, totalOf } from './protocol-totals.ts'
import { type Breadth, breadthOf } from './search-breadth.ts'
import {
  findDocuments,
  findNumbered,
  findsWholeScope,
  hitsOf,
  isDocumentHit,
  isHit,
  mostCounted,
} from './search-hits.ts'
import { matchOf, readSearch, type Search } from './search-terms.ts'

/** A request for a list: which protocols, and which page of them in which order. */
interface Asked extends Page, Pick<ProtocolFilter, 'sort'> {
  scope: Scope
  filter: ListFilter
  /** The organisation's civil day; null when nobody reads what depends on it. */
  today: CivilDate | null
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
    asked.search === undefined
      ? await (readFirstPage(db, list) ?? readWhole(db, list))
      : await readFound(db, list, await readSearch(db, asked.search))
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
    // Protocols wait for the viewer's own department, also for an Admin's.
    scope: (asked.here || asked.awaiting ? ownScopeOf : scopeOf)(viewer, asked.department),
    filter: await readFilter(db, viewer, asked, today, timeZone),
    today,
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
  return lastDayLongerAgo(
    today,
    mostBusinessDaysToReceive,
    await holidaysBetween(db, firstDayLookedAt(today, mostBusinessDaysToReceive), today),
  )
}

/** All protocols of the list. */
function readWhole(db: Db, list: Asked, leading: readonly number[] = [], match?: RawBuilder<unknown>) {
  const { scope, filter, sort } = list
  if (sort !== 'due' && isFoundByCounting(list)) {
    const options = { hits: listed(scope, filter), ...(match && { match }) }
    return readPage(db, list, newestOf(sql`hits`, list, leading), sql`(select count(*) from hits)`, options)
  }
  const slice: Slice =
    sort === 'due'
      ? nextDueOf(dueSourcesOf(list, lastRowOf(list)), list)
      : newestOf(listed(scope, filter, lastRowOf(list) + leading.length), list, leading)
  return readPage(db, list, slice, totalOf(scope, filter), match && { match })
}

/**
 * True when counting the list reads as much as finding its page: both look through the open protocols of one department
 * for the few of another.
 */
const isFoundByCounting = ({ scope, filter }: Asked) =>
  scope.kind === 'pair' && isOfOpenOnes(filter) && keptTotalOf(scope, filter) === undefined

const dueSourcesOf = ({ scope, filter }: Asked, newest?: number): DueSources => ({
  dated: listed(scope, { ...filter, isDated: true }),
  undated: listed(scope, { ...filter, isDated: false }, newest),
})

async function readFound(db: Db, list: Asked, search: Search) {
  const { scope, filter, sort } = list
  const first = await findNumbered(db, scope, filter, search.term)
  const match = matchOf(search, first)
  if (findsWholeScope(scope, search)) {
    const documents = await findDocuments(db, scope, filter, search)
    return readWhole(db, list, leadingOf(first, documents.length > mostCounted ? [] : documents), match)
  }
  const breadth = await breadthOf(db, scope, filter, search)
  if (breadth === undefined) {
    const slice = sort === 'due' ? nextDueHits(sql`hits`, list) : bestHits(list)
    const hits = hitsOf(scope, filter, search, first)
    const found = await readPage(db, list, slice, sql`(select count(*) from hits)`, { hits, match })
    if (found.total <= mostCounted || !search.isIndexed) return found
  }
  return readBroad(db, list, { search, first, match }, breadth)
}

interface Broad {
  search: Search
  first: number | undefined
  match: RawBuilder<unknown>
}

/** Hits are frequent: after the best ones, the list itself is read in its order. */
async function readBroad(db: Db, list: Asked, { search, first, match }: Broad, breadth: Breadth | undefined) {
  const { scope, filter, sort, page, perPage } = list
  const walked = breadth?.kind === 'walked' ? breadth : undefined
  const documents = walked?.isOfDocuments ? [] : await findDocuments(db, scope, filter, search)
  const isOfDocuments = walked?.isOfDocuments || documents.length > mostCounted
  const leading = leadingOf(first, isOfDocuments ? [] : documents)
  if (walked && !(isOfDocuments && !walked.isOfDocuments)) {
    const ids = leadingOf(undefined, [...leading, ...walked.ids])
    if (sort !== 'due') {
      const total = Math.min(ids.length, mostCounted)
      return readPage(db, list, theseOf(ids.slice(0, total), list), sql`(select ${total}::int)`, { match })
    }
    if (ids.length <= mostCounted) {
      const hits = sql`(select unnest(${ids}::int[]) as id)`
      return readPage(db, list, nextDueHits(hits, list), sql`(select ${ids.length}::int)`, { match })
    }
  }
  if (page > mostCounted / perPage) return { total: mostCounted, data: '[]' }
  const condition = isOfDocuments && sort === undefined ? isDocumentHit(search) : isHit(search)
  const hitsIn = (source: RawBuilder<unknown>) =>
    sql`(select s.* from ${source} s join protocols p on p.id = s.id where ${condition})`
  const { dated, undated } = dueSourcesOf(list)
  const slice =
    sort === 'due'
      ? nextDueWalked({ dated: hitsIn(dated), undated: hitsIn(undated) }, list)
      : newestOf(hitsIn(listed(scope, filter)), list, leading)
  return readPage(db, list, slice, sql`(select ${mostCounted}::int)`, { match })
}

/** The number that is the whole text, then the others; each once. */
const leadingOf = (first: number | undefined, others: readonly number[]): number[] => [
  ...new Set([...(first === undefined ? [] : [first]), ...others]),
]

/** A protocol as a search that types ahead shows it. */
type FoundHit = SearchHits['protocols'][number]

/**
 * The best few protocols that a text finds by their number or by what they say. Documents and suppliers are left out:
 * search-and-go lists these by themselves.
 */
export async function findProtocols(db: Db, viewer: Viewer, text: string, most: number): Promise<FoundHit[]> {
  const filter = statusAndDaysOf({ status: undefined, startDate: undefined, endDate: undefined }, 'UTC')
  const list: Asked = { scope: scopeOf(viewer), filter, page: 1, perPage: most, sort: undefined, today: null }
  const { data } = await readFound(db, list, await readSearch(db, text, { isOfItems: false }))
  return z.array(protocolPageWire.shape.data.element).decode(JSON.parse(data))
}
