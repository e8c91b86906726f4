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
 * One page of the protocols that the viewer sees, newest first. If the search term is only a number, that protocol
 * comes first.
 *
 * The page's ids come from an index alone; only its ten rows are joined with their names. Totals come from those that
 * the database maintains. A search counts its hits up to 1,000 (contract 12.12).
 *
 * @param timeZone IANA name; the filter's days are days in this zone
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
  // Hits are frequent, so read the list itself until the page is full.
  const walked = sql`(select p.id, s.created_at from ${protocolsIn(scope, statusAndDays)} s join protocols p on p.id = s.id
    where ${isHit(search)})`
  if (page > mostCounted / pageSize) return { total: mostCounted, data: '[]' }
  return readPage(db, page, walked, sql`(select ${mostCounted}::int)`, { first })
}

interface PageOptions {
  /** Contents of the common table `hits`, for sources and totals that refer to it. */
  hits?: RawBuilder<unknown>
  /** A protocol of the source that comes first. */
  first?: number | undefined
}

/**
 * One statement for rows and total, because a page beyond the end is empty but still has a total. The limit is a
 * literal, so that the planner expects ten rows instead of a tenth of the table. Without Kysely plugins: all names are
 * final.
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

/** The rows of a page, in list order. */
const sliceOf = (source: RawBuilder<unknown>, page: number) => sql`
  select id, created_at from ${source} s
  order by created_at desc, id desc limit ${sql.lit(pageSize)} offset ${(page - 1) * pageSize}`

/** The rows of a page when one protocol comes first on the first page, which moves the others down by one. */
function sliceAfter(first: number, source: RawBuilder<unknown>, page: number): RawBuilder<unknown> {
  const others = (most: number, skipped: number) => sql`
    select id, created_at from ${source} s where id <> ${first}
    order by created_at desc, id desc limit ${sql.lit(most)} offset ${skipped}`
  if (page > 1) return others(pageSize, (page - 1) * pageSize - 1)
  return sql`select id, created_at from protocols where id = ${first} union all (${others(pageSize - 1, 0)})`
}
