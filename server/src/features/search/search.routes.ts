import {
  type ItemHit,
  mostHits,
  type SearchHits,
  searchHitsWire,
  searchQuery,
  shortestText,
} from '@malote/core/search/search-hits.ts'
import { protocolNumberOf } from '@malote/core/tracking/protocol-number.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import { isInScope } from '../../domain/visibility/directions.ts'
import { scopeOf } from '../../domain/visibility/visible-to.ts'
import type { Db } from '../../platform/db/connect.ts'
import { hasTrigram } from '../../platform/db/search.ts'
import { computedOnce } from '../../platform/db/statements.ts'
import type { App } from '../../platform/http/fastify.ts'
import { findProtocols } from '../protocols/public.ts'
import { searchSuppliers } from '../suppliers/suppliers.queries.ts'
import { documentHits } from '../tracking/tracking-hits.ts'

/** Search-and-go (contract 2.15.1). */
export async function searchRoutes(app: App) {
  app.get(
    '/api/search',
    { config: { access: 'signed-in' }, schema: { querystring: searchQuery, response: { 200: searchHitsWire } } },
    ({ viewer, query }) => searchEverywhere(app.db, viewer, query.q),
  )
}

/** Number of a supplier's newest items that are checked for ones that the viewer sees. */
const newestOfSupplier = 1_000

const most = sql.lit(mostHits)

/** A few hits of each kind that the viewer may see, for the suggestions of search-and-go while typing. */
async function searchEverywhere(db: Db, viewer: Viewer, text: string | undefined): Promise<SearchHits> {
  const protocols = text === undefined ? [] : await protocolsOf(db, viewer, text)
  if (text === undefined || text.length < shortestText) return { protocols, documents: [], suppliers: [], supplies: [] }

  const suppliers = await searchSuppliers(db, { q: text, limit: mostHits })
  const ids = suppliers.map(({ id }) => id)
  return {
    protocols,
    documents: await readItems(
      db,
      sql`${documentHits(viewer, text)} h order by h.created_at desc, h.id desc limit ${most}`,
    ),
    suppliers,
    supplies: ids.length === 0 ? [] : await readItems(db, itemsOfSuppliers(viewer, ids)),
  }
}

/** Too short a text finds a protocol by its number only: no index finds it while one types. */
async function protocolsOf(db: Db, viewer: Viewer, text: string): Promise<SearchHits['protocols']> {
  if (hasTrigram(text)) return findProtocols(db, viewer, text, mostHits)
  const number = protocolNumberOf(text)
  return number === null ? [] : findProtocol(db, viewer, number)
}

async function findProtocol(db: Db, viewer: Viewer, number: number) {
  const { rows } = await sql<SearchHits['protocols'][number]>`
    select p.id, p.status, o.name as origin_department, d.name as destination_department, p.remarks,
      p.requires_return, p.received_at, p.pending_items,
      json_build_object('field', 'number', 'text', p.id::text) as match
    from protocols p
    join departments o on o.id = p.origin_department_id
    join departments d on d.id = p.destination_department_id
    where p.id = ${number} and ${isInScope(scopeOf(viewer), 'p')}`.execute(db)
  return rows
}

/** Each supplier's items in index order, the newest protocol first. */
const itemsOfSuppliers = (viewer: Viewer, suppliers: readonly number[]) => sql`
  unnest(${suppliers}::int[]) s (id), lateral (
    select i.id from (
      select * from items where supplier_id = s.id order by protocol_id desc limit ${sql.lit(newestOfSupplier)}
    ) i
    where ${isInScope(scopeOf(viewer), 'i')} limit ${most}
  ) h order by h.id desc limit ${most}`

async function readItems(db: Db, hits: RawBuilder<unknown>): Promise<ItemHit[]> {
  const { rows } = await sql<ItemHit>`
    with ${computedOnce('hits', sql`select h.id from ${hits}`)}
    select i.id, i.protocol_id, i.document_number, t.name as item_type, s.company_name as supplier, i.status
    from hits
    join items i on i.id = hits.id
    join item_types t on t.id = i.item_type_id
    left join suppliers s on s.id = i.supplier_id
    order by i.protocol_id desc, i.position`.execute(db)
  return rows
}
