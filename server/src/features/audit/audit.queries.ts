import type { AuditAction, AuditEvent } from '@malote/core/audit/audit-event.ts'
import {
  type AuditExportFilter,
  type AuditFilter,
  actionsOf,
  mostAuditListed,
} from '@malote/core/audit/audit-filter.ts'
import { metaFor, type PageMeta, pageSize } from '@malote/core/shared/pagination.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { clampedDay } from '../../domain/visibility/protocols-in.ts'
import type { Db } from '../../platform/db/connect.ts'
import { isoInstant } from '../../platform/db/statements.ts'

/** Position in the list; the instant is PostgreSQL's own text, because ours has no microseconds. */
export interface AuditCursor {
  id: number
  at: string
}

/** Which events, and in whose time zone the days of the filter are. */
export interface AuditScope {
  filter: AuditExportFilter
  /** IANA name. */
  timeZone: string
}

/** A page of the events, newest first. The total stops at {@link mostAuditListed}, and pages beyond it are empty. */
export async function listAudit(
  db: Db,
  { page, ...filter }: AuditFilter,
  timeZone: string,
): Promise<{ data: AuditEvent[]; meta: PageMeta }> {
  const scope = { filter, timeZone }
  const { total } = await countAudit(db, scope, mostAuditListed)
  const skip = (page - 1) * pageSize
  const rows = skip < total ? await readAudit(db, scope, { skip, take: pageSize }) : []
  return { data: rows.map(({ cursor: _, ...event }) => event), meta: metaFor(total, page) }
}

/** Number of events, at most `most`, and the position of the newest; null when there is none. */
export async function countAudit(
  db: Db,
  scope: AuditScope,
  most: number,
): Promise<{ total: number; newest: AuditCursor | null }> {
  const { rows } = await sql<{ total: number; newest: AuditCursor | null }>`
    select count(*)::int as total,
      case when count(*) > 0 then json_build_object('id', max(f.id), 'at', max(f.at)::text) end as newest
    from (${found(scope, most)}) f`.execute(db.withoutPlugins())
  return rows[0] ?? { total: 0, newest: null }
}

/** An event, and where it is in the list. */
export type ListedEvent = AuditEvent & { cursor: AuditCursor }

/** Part of a list: `take` events after the first `skip`, of those after a position. */
interface AuditRange {
  skip?: number
  take: number
  after?: AuditCursor | undefined
}

/** Events, newest first; none beyond the first {@link mostAuditListed} after `after`. */
export async function readAudit(
  db: Db,
  scope: AuditScope,
  { skip = 0, take, after }: AuditRange,
): Promise<ListedEvent[]> {
  const { rows } = await sql<ListedEvent>`
    select e.id::text, ${isoInstant(sql`e.at`)} as at,
      case when e.actor_id is null then null else json_build_object('uid', e.actor_id, 'name', e.actor_name) end as actor,
      e.action,
      case when e.subject_kind is null then null
        else json_build_object('kind', e.subject_kind, 'id', e.subject_id, 'name', e.subject_name) end as subject,
      e.before, e.after, host(e.address) as address,
      json_build_object('id', e.id, 'at', e.at::text) as cursor
    from (
      select f.id from (${found(scope, mostAuditListed, after)}) f
      order by f.at desc, f.id desc limit ${take} offset ${skip}
    ) page
    join audit_events e on e.id = page.id
    order by e.at desc, e.id desc`.execute(db.withoutPlugins())
  return rows
}

/**
 * The newest `most` events of a filter as `(id, at)`, newest first, from indexes that have this order. Of several
 * actions each one is read from its own range of the index, because a rare one would be looked for among all events.
 */
function found({ filter, timeZone }: AuditScope, most: number, after?: AuditCursor): RawBuilder<unknown> {
  const { actor, action, from, to } = filter
  const actions = action && actionsOf(action)
  const parts = [
    actor !== undefined && sql`e.actor_id = ${actor}`,
    actor !== undefined && actions && sql`e.action = any(${[...actions]}::text[])`,
    from !== undefined && sql`e.at >= ${clampedDay(from)}::date::timestamp at time zone ${timeZone}`,
    to !== undefined && sql`e.at < (${clampedDay(to)}::date + 1)::timestamp at time zone ${timeZone}`,
    after !== undefined && sql`(e.at, e.id) < (${after.at}::timestamptz, ${after.id}::bigint)`,
  ].filter((part) => part !== false && part !== undefined)
  const newest = (more: RawBuilder<unknown>[] = []) => sql`
    select e.id, e.at from audit_events e
    where ${sql<SqlBool>`${sql.join([sql`true`, ...parts, ...more], sql` and `)}`}
    order by e.at desc, e.id desc limit ${sql.lit(most)}`
  return actor === undefined && actions ? ofEach(actions, newest, most) : newest()
}

const ofEach = (
  actions: readonly AuditAction[],
  newest: (more: RawBuilder<unknown>[]) => RawBuilder<unknown>,
  most: number,
) => sql`
  select n.id, n.at from unnest(${[...actions]}::text[]) a (action)
  cross join lateral (${newest([sql`e.action = a.action`])}) n
  order by n.at desc, n.id desc limit ${sql.lit(most)}`
