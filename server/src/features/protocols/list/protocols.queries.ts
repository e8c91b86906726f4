import type { ProtocolFilter } from '@malote/core/protocols/protocol.ts'
import { metaFor, pageSize } from '@malote/core/shared/pagination.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { computedOnce } from '../../../db/planner-hints.ts'
import type { JsonPage } from '../../../lib/json-page.ts'
import { protocolsIn } from '../../../visibility/protocols-in.ts'
import { type Scope, scopeOf } from '../../../visibility/scope.ts'
import { type StatusAndDays, statusAndDaysOf } from '../../../visibility/status-and-days.ts'
import { protocolRowTables, protocolRowWireColumns } from '../record/protocol-row.ts'
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

/**
 * One page of the protocols that the viewer sees, newest first; a search for a number alone has that protocol before them.
 *
 * The ids of the page come from an index alone, and only its ten rows are then joined with their names; totals come
 * from the totals that the database keeps. A search counts its hits up to 1,000 (contract 12.12).
 *
 * @param timeZone IANA name; the filter's days are days there
 */
export async function listProtocols(
  db: Db,
  viewer: Viewer,
  filter: ProtocolFilter,
  timeZone: string,
): Promise<JsonPage> {
  const scope = scopeOf(viewer, filter.department)
  const statusAndDays = statusAndDaysOf(filter, timeZone)
  if (filter.search === undefined) {
    const { total, data } = await readPage(
      db,
      filter.page,
      protocolsIn(scope, statusAndDays),
      totalOf(scope, statusAndDays),
    )
    return { data, meta: metaFor(total, filter.page) }
  }
  const [search, first] = await Promise.all([
    readSearch(db, filter.search),
    findNumbered(db, scope, statusAndDays, filter.search),
  ])
  const { total, data } = findsWholeScope(scope, search)
    ? await readPage(db, filter.page, protocolsIn(scope, statusAndDays), totalOf(scope, statusAndDays), { first })
    : await readHits(db, filter.page, scope, statusAndDays, search, first)
  return { data, meta: metaFor(total, filter.page) }
}

async function readHits(
  db: Db,
  page: number,
  scope: Scope,
  statusAndDays: StatusAndDays,
  search: Search,
  first: number | undefined,
) {
  if (!(await isBroad(db, scope, statusAndDays, search))) {
    const hits = hitsOf(scope, statusAndDays, search, first)
    const found = await readPage(db, page, sql`hits`, sql`(select count(*) from hits)`, { hits, first })
    if (found.total <= mostCounted || !search.isIndexed) return found
  }
  // So many that each few rows of the whole list hold one: the list itself is read until the page is full.
  const walked = sql`(select p.id, s.created_at from ${protocolsIn(scope, statusAndDays)} s join protocols p on p.id = s.id
    where ${isHit(search)})`
  if (page > mostCounted / pageSize) return { total: mostCounted, data: '[]' }
  return readPage(db, page, walked, sql`(select ${mostCounted}::int)`, { first })
}

interface PageOptions {
  /** What the common table `hits` holds, for sources and totals that speak of it. */
  hits?: RawBuilder<unknown>
  /** A protocol of the source that comes before all others. */
  first?: number | undefined
}

/**
 * One statement for both: a page beyond the end is empty and still knows the total. The limit is written out, so that
 * the plan knows that ten rows are joined and not a tenth of the table. Without plugins: everything has its final name.
 */
async function readPage(
  db: Db,
  page: number,
  source: RawBuilder<unknown>,
  total: RawBuilder<unknown>,
  { hits, first }: PageOptions = {},
): Promise<{ total: number; data: string }> {
  const { rows } = await sql<{ total: number; data: string }>`
    ${hits ? sql`with ${computedOnce('hits', hits)}` : sql``}
    select ${total} as total, coalesce((
      select json_agg(r) from (
        select ${protocolRowWireColumns}
        from (${first === undefined ? sliceOf(source, page) : sliceAfter(first, source, page)}) page, ${protocolRowTables}
        where p.id = page.id
        order by ${first === undefined ? sql`` : sql`page.id = ${first} desc,`} page.created_at desc, page.id desc
      ) r
    ), '[]')::text as data`.execute(db.withoutPlugins())
  return rows[0] ?? { total: 0, data: '[]' }
}

/** The rows of a page in the list's order. */
const sliceOf = (source: RawBuilder<unknown>, page: number) => sql`
  select id, created_at from ${source} s
  order by created_at desc, id desc limit ${sql.lit(pageSize)} offset ${(page - 1) * pageSize}`

/** The rows of a page when one protocol has the first place of the first page, and the others move down by one. */
function sliceAfter(first: number, source: RawBuilder<unknown>, page: number): RawBuilder<unknown> {
  const others = (most: number, skipped: number) => sql`
    select id, created_at from ${source} s where id <> ${first}
    order by created_at desc, id desc limit ${sql.lit(most)} offset ${skipped}`
  if (page > 1) return others(pageSize, (page - 1) * pageSize - 1)
  return sql`select id, created_at from protocols where id = ${first} union all (${others(pageSize - 1, 0)})`
}
