import type { FeedState } from '@malote/core/calendar-feed/calendar-feed.ts'
import type { ItemStatus } from '@malote/core/items/item-status.ts'
import { addDays, type CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Role } from '@malote/core/users/role.ts'
import { isManager } from '@malote/core/users/viewer.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import { newToken, tokenHash } from '../../platform/http/auth.ts'

/** Whose calendar it is. */
export interface FeedOwner {
  id: number
  name: string
  role: Role
  departmentId: number | null
}

/** Creates the person's feed; an earlier address ends. Returns the token, of which only a hash is stored. */
export async function replaceFeed(db: Db, userId: number, now: Date): Promise<string> {
  const token = newToken()
  const feed = { tokenHash: tokenHash(token), createdAt: now }
  await db
    .insertInto('calendarFeeds')
    .values({ userId, ...feed })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(feed))
    .execute()
  return token
}

export async function feedStateOf(db: Db, userId: number): Promise<FeedState> {
  const feed = await db.selectFrom('calendarFeeds').select('createdAt').where('userId', '=', userId).executeTakeFirst()
  return { createdAt: feed?.createdAt ?? null }
}

/** The active person whose feed has this token. */
export async function ownerOfFeed(db: Db, token: string): Promise<FeedOwner | undefined> {
  const owner = await db
    .selectFrom('calendarFeeds')
    .innerJoin('users', 'users.id', 'calendarFeeds.userId')
    .select(['users.id', 'users.name', 'users.role', 'users.departmentId'])
    .where('tokenHash', '=', tokenHash(token))
    .where('users.isActive', '=', true)
    .executeTakeFirst()
  return owner && { ...owner, role: owner.role as Role }
}

/** An item in a calendar feed. */
export interface FeedItem {
  id: number
  protocolId: number
  documentNumber: string | null
  description: string | null
  itemType: string
  originDepartment: string
  destinationDepartment: string
  responsible: string | null
  status: ItemStatus
  /** Civil date on which it must be back. */
  returnDate: CivilDate
  createdAt: string
  /** Grows with every change of the item, and of the names that its event quotes. */
  changedAt: string
}

/** Most events of one feed: open ones, those due first; and settled ones of each range of due dates, those due last. */
const most = { open: 1_000, settled: 500 }
/** Days in which what is settled is still announced, as cancelled. */
const announced = 30
/** Number of a department's newest cancelled protocols that are searched for items. */
const cancelled = 500
/** Of what was due more days ago than this, only returned items are looked for: there are too many others. */
const longAgo = 120

/**
 * The items that a person must return: those for which they are responsible, in their department; for a Gestor, all
 * that are there. Pending ones, and those settled within the last 30 days, also with their protocol. Reads only the
 * ends of index ranges (`items_responsible_id_idx`, `items_returns_destination_idx`). The latter has no items of
 * cancelled protocols; a Gestor's are found by those (`protocol_departments_status_idx`).
 *
 * @param today the organisation's civil day
 */
export async function feedItems(db: Db, owner: FeedOwner, today: CivilDate, now: Date): Promise<FeedItem[]> {
  const since = new Date(now.getTime() - announced * 86_400_000)
  const range = (which: RawBuilder<unknown>, first: RawBuilder<unknown>) => sql`
    select i.id from items i where ${isTheirs(owner)} and i.must_return and ${which} and ${first}`
  const isGoingOn = sql`not i.in_cancelled_protocol`
  const latest = (due: RawBuilder<unknown>) => sql`
    i.return_date is not null and ${due} order by i.return_date desc, i.id desc limit ${sql.lit(most.settled)}`
  const settled = (status: ItemStatus, due: RawBuilder<unknown>) =>
    sql`(${range(sql`i.status = ${status} and ${isManager(owner) ? isGoingOn : sql`true`}`, latest(due))})`
  const isAhead = sql`i.return_date > ${today}::date`
  const wasRecently = sql`i.return_date between ${addDays(today, -longAgo)}::date and ${today}::date`
  const was = sql`i.return_date <= ${today}::date`
  const withProtocol = isManager(owner)
    ? sql`union all (${range(
        sql`i.in_cancelled_protocol and i.status <> 'pendente' and i.protocol_id = any(array(
          select protocol_id from protocol_departments
          where department_id = ${owner.departmentId ?? 0} and status = 'Cancelado'
          order by created_at desc, protocol_id desc limit ${sql.lit(cancelled)}
        ))`,
        latest(sql`true`),
      )})`
    : sql``
  const { rows } = await sql<FeedItem>`
    with open as (${range(
      sql`i.status = 'pendente' and ${isGoingOn}`,
      sql`i.return_date is not null order by i.return_date, i.id limit ${sql.lit(most.open)}`,
    )}),
    settled as (
      ${settled('retornado', isAhead)} union all ${settled('retornado', was)}
      union all ${settled('concluído', isAhead)} union all ${settled('concluído', wasRecently)}
      union all ${settled('cancelado', isAhead)} union all ${settled('cancelado', wasRecently)} ${withProtocol}
    )
    select i.id, i.protocol_id, i.document_number, i.description, t.name as item_type, o.name as origin_department,
      d.name as destination_department, r.name as responsible, i.status, i.return_date, i.created_at,
      greatest(i.updated_at, t.renamed_at, o.renamed_at, d.renamed_at, r.updated_at) as changed_at
    from (select id from open union all select id from settled) f
    join items i on i.id = f.id
    join item_types t on t.id = i.item_type_id
    join departments o on o.id = i.origin_department_id
    join departments d on d.id = i.destination_department_id
    left join users r on r.id = i.responsible_id
    where i.status = 'pendente' or i.updated_at >= ${since}
    order by i.return_date, i.id`.execute(db)
  return rows
}

const isTheirs = ({ id, role, departmentId }: FeedOwner): RawBuilder<SqlBool> => {
  const isThere = sql<SqlBool>`i.destination_department_id = ${departmentId ?? 0}`
  return isManager({ role }) ? isThere : sql<SqlBool>`i.responsible_id = ${id} and ${isThere}`
}
