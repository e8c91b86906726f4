import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { type RawBuilder, sql } from 'kysely'
import { protocolRowTables, protocolRowWireColumns } from '../../../domain/custody/protocol-row.queries.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { computedOnce } from '../../../platform/db/statements.ts'

/** Which rows of a list are asked for. */
export interface Page {
  page: number
  perPage: number
}

/** Number of rows up to the end of a page. */
export const lastRowOf = ({ page, perPage }: Page): number => page * perPage

/** What the rows of a page show. */
interface Shown {
  /** The organisation's civil day, or its place in a statement; null when nobody reads what depends on it. */
  today: CivilDate | RawBuilder<unknown> | null
}

/**
 * The rows of a page as a table `(id, created_at, place, due)`, in the order of {@link pageOrder}: by place, if they
 * have one, then by due date, if the list is sorted by it, then newest first.
 */
export type Slice = RawBuilder<unknown>

interface PageOptions {
  /** Contents of the common table `hits`, for a slice and a total that refer to it. */
  hits?: RawBuilder<unknown>
  /** Why a row is a hit of a search. */
  match?: RawBuilder<unknown>
}

/** The rows of a page as JSON, and the number of all rows of the list. */
export interface ReadPage {
  total: number
  data: string
}

/** Reads a page by {@link pageStatement}. Without Kysely plugins: all names are final. */
export async function readPage(db: Db, ...parts: Parameters<typeof pageStatement>): Promise<ReadPage> {
  const { rows } = await pageStatement(...parts).execute(db.withoutPlugins())
  return rows[0] ?? { total: 0, data: '[]' }
}

/**
 * One statement for rows and total, because a page beyond the end is empty but still has a total. The limit is a
 * literal, so that the planner expects ten rows instead of a tenth of the table.
 */
export const pageStatement = (
  { today }: Shown,
  slice: Slice,
  total: RawBuilder<unknown>,
  { hits, match = sql`null::json` }: PageOptions = {},
): RawBuilder<ReadPage> => sql`
    ${hits ? sql`with ${computedOnce('hits', hits)}` : sql``}
    select ${total} as total, coalesce((
      select json_agg(r) from (
        select ${protocolRowWireColumns(today)}, ${match} as match
        from (${slice}) page, ${protocolRowTables}
        where p.id = page.id
        order by ${pageOrder('page')}
      ) r
    ), '[]')::text as data`

const pageOrder = (table: string) => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`${column('place')}, ${column('due')} nulls last, ${column('created_at')} desc, ${column('id')} desc`
}

/**
 * The newest first, after those that lead the list.
 *
 * @param leading ids of protocols of the list that come before all others, in this order
 */
export function newestOf(source: RawBuilder<unknown>, { page, perPage }: Page, leading: readonly number[] = []): Slice {
  const skipped = (page - 1) * perPage
  const onPage = leading.slice(skipped, skipped + perPage)
  const others = sql`
    select id, created_at, null::bigint as place, null::date as due from ${source} s
    where ${leading.length > 0 ? sql`id <> all(${leading}::int[])` : sql`true`}
    order by created_at desc, id desc
    limit ${sql.lit(perPage - onPage.length)} offset ${Math.max(0, skipped - leading.length)}`
  return onPage.length === 0 ? others : sql`(${inOrder(onPage)}) union all (${others})`
}

/** Exactly these protocols, in this order. */
export const theseOf = (ids: readonly number[], { page, perPage }: Page): Slice =>
  inOrder(ids.slice((page - 1) * perPage, page * perPage))

const inOrder = (ids: readonly number[]) => sql`
  select p.id, p.created_at, l.place, null::date as due
  from unnest(${ids}::int[]) with ordinality l (id, place) join protocols p on p.id = l.id`

/** The hits of a search, as the common table `hits (id, created_at, place)`: the best first. */
export const bestHits = ({ page, perPage }: Page): Slice => sql`
  select id, created_at, place, null::date as due from hits
  order by place, created_at desc, id desc limit ${sql.lit(perPage)} offset ${(page - 1) * perPage}`

/** The sources of a list by due date: `(id, created_at, next_return_date)`, and `(id, created_at)`. */
export interface DueSources {
  dated: RawBuilder<unknown>
  undated: RawBuilder<unknown>
}

/**
 * The next due date first; then, newest first, what has none. Each part has its own order and limit, so that it is the
 * start of an index scan. The second part is read only if the first one ends before the page does; the number of its
 * rows is then that of all protocols with a due date.
 */
export function nextDueOf({ dated, undated }: DueSources, page: Page): Slice {
  const { perPage } = page
  const most = lastRowOf(page)
  const skipped = most - perPage
  const first = sql`select id, created_at, next_return_date from ${dated} s
    order by next_return_date, created_at desc, id desc limit ${most}`
  return sql`
    with ${computedOnce('dated', first)}, ${computedOnce('dated_total', sql`select count(*)::int as n from dated`)}
    select * from (
      (select id, created_at, null::int as place, next_return_date as due from dated
        order by next_return_date, created_at desc, id desc offset ${skipped})
      union all
      (select id, created_at, null, null::date from ${undated} s where (select n from dated_total) < ${most}::int
        order by created_at desc, id desc limit ${sql.lit(perPage)}
        offset greatest(0, ${skipped}::int - (select n from dated_total)))
    ) parts
    order by ${pageOrder('parts')} limit ${sql.lit(perPage)}`
}

/** The same where the number of dated ones is not known: reads the beginning of both parts up to the page. */
export function nextDueWalked({ dated, undated }: DueSources, { page, perPage }: Page): Slice {
  const skipped = (page - 1) * perPage
  const most = sql.lit(skipped + perPage)
  return sql`
    select * from (
      (select id, created_at, null::int as place, next_return_date as due from ${dated} s
        order by next_return_date, created_at desc, id desc limit ${most})
      union all
      (select id, created_at, null, null::date from ${undated} s order by created_at desc, id desc limit ${most})
    ) parts
    order by ${pageOrder('parts')} limit ${sql.lit(perPage)} offset ${skipped}`
}

/**
 * The hits of a search in the same order: they are few.
 *
 * @param hits a table with their ids
 */
export const nextDueHits = (hits: RawBuilder<unknown>, { page, perPage }: Page): Slice => sql`
  select p.id, p.created_at, null::int as place, p.next_return_date as due
  from ${hits} h join protocols p on p.id = h.id
  order by p.next_return_date nulls last, p.created_at desc, p.id desc
  limit ${sql.lit(perPage)} offset ${(page - 1) * perPage}`
