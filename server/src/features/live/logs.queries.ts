import { movingActions } from '@malote/core/acts/act.ts'
import { longestLookBack, type ProtocolEvent } from '@malote/core/live/event.ts'
import type { Route } from '@malote/core/protocols/protocol-rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

/** Maximum rows per read. */
const most = 1_000

/** An act on a protocol: a line of its history. */
export interface Act extends Route {
  /** Id of the history line. */
  id: number
  /** Age of the line's transaction, in seconds since it began. */
  age: number
  event: ProtocolEvent
}

/**
 * Every change of a protocol and every comment writes a history line, so that reading the history finds all of them.
 *
 * Every protocol that an item came through shows where it is now. An act on a later hop is therefore also an event of
 * each earlier protocol, without a name: users who see only that one learn neither the person nor the later protocol
 * (contract 20.43). Comments and other acts that move nothing are events of their own protocol only.
 */
export const tailOfHistory = (db: Db) =>
  tailOf<Act>(
    db,
    'history',
    (ids) => sql`
      with recursive line as (
        select h.id, extract(epoch from clock_timestamp() - h.created_at) as age, h.protocol_id, h.action, u.name as by
        from history h left join users u on u.id = h.created_by
        where h.id = any(${ids})
      ), earlier as (
        select id, age, protocol_id from line where action = any(${[...movingActions]}::text[])
        union
        select earlier.id, earlier.age, parent.protocol_id
        from earlier
        join items i on i.protocol_id = earlier.protocol_id and i.forwarded_from_item_id is not null
        join items parent on parent.id = i.forwarded_from_item_id
      ), told as (
        select id, age, protocol_id, by from line
        union all
        select e.id, e.age, e.protocol_id, null from earlier e
        where not exists (select from line own where own.protocol_id = e.protocol_id)
      )
      select told.id, told.age, p.origin_department_id as "originDepartmentId", p.destination_department_id as "destinationDepartmentId",
        json_build_object('id', p.id, 'version', p.version, 'by', told.by) as event
      from told join protocols p on p.id = told.protocol_id`,
  )

/** New notifications, with their recipients. */
export const tailOfNotifications = (db: Db) =>
  tailOf<{ id: number; userId: number }>(
    db,
    'notifications',
    (ids) => sql`select id, user_id as "userId" from notifications where id = any(${ids})`,
  )

/** A log from now on. Also reads the newest earlier rows, to find ids that are not committed yet. */
async function tailOf<Row extends { id: number }>(
  db: Db,
  table: 'history' | 'notifications',
  rowsOf: (ids: RawBuilder<unknown>) => RawBuilder<unknown>,
) {
  const read = async (after: number, missing: readonly number[]) => {
    const log = sql.table(table)
    const fresh = sql`select id from ${log} where id > ${after} order by id limit ${most}`
    // One statement has one snapshot: a row that it does not return was not committed by any transaction that had
    // ended.
    const { rows } = await sql<LogPage<Row>>`
      select pg_snapshot_xmin(snapshot)::text::bigint as oldest_running,
        pg_snapshot_xmax(snapshot)::text::bigint as next_transaction,
        (
          select coalesce(json_agg(found order by found.id), '[]')
          from (${rowsOf(sql`array(${fresh}) || ${[...missing]}::bigint[]`)}) found
        ) as rows
      from pg_current_snapshot() snapshot`.execute(db)
    return rows[0] as LogPage<Row>
  }
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from ${sql.table(table)}`.execute(db)
  const tail = logTail(read, Math.max(0, (rows[0]?.last ?? 0) - most))
  return { next: tail.next, before: await tail.next() }
}

/** Number of unread notifications per person. */
export async function unreadOf(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ userId: number; unread: number }>`
    select person.id as user_id, (
      select count(*) from notifications where user_id = person.id and read_at is null
    ) as unread
    from unnest(${[...userIds]}::int[]) person (id)`.execute(db)
  return new Map(rows.map(({ userId, unread }) => [userId, unread]))
}

/** New rows of a log, and which transactions could still add earlier ones. */
interface LogPage<Row> {
  /** In order of id; not all of them when there are many. */
  rows: readonly Row[]
  /** All transactions before this one have ended. */
  oldestRunning: number
  /** No transaction from this one on had begun. */
  nextTransaction: number
}

/** @param missing ids up to `after` whose rows have not been seen yet */
type ReadLog<Row> = (after: number, missing: readonly number[]) => Promise<LogPage<Row>>

/**
 * Follows an insert-only table by its increasing ids. Ids are assigned before the commit, so that a later id may be
 * seen first. Each gap is queried again until its row appears, or until every transaction that was running when the gap
 * was found has ended, which means that the row was rolled back. No row is missed or reported twice, however long its
 * transaction took.
 *
 * @param first ids up to this one count as reported, except those still missing
 */
function logTail<Row extends { id: number }>(read: ReadLog<Row>, first: number) {
  let last = first
  /** Maps each missing id to the first transaction that had not begun when the gap was found. */
  const gaps = new Map<number, number>()

  return {
    /** Rows committed since the last call; empty when there are none. */
    async next(): Promise<Row[]> {
      const { rows, oldestRunning, nextTransaction } = await read(last, [...gaps.keys()])
      for (const { id } of rows) gaps.delete(id)
      for (const [id, foundBefore] of gaps) if (foundBefore <= oldestRunning) gaps.delete(id)
      for (const { id } of rows) {
        for (let missing = last + 1; missing < id; missing += 1) gaps.set(missing, nextTransaction)
        last = Math.max(last, id)
      }
      return [...rows]
    },
  }
}

/** The acts of the last minute, for pages that were loaded before their stream opened. */
export function recentActs() {
  let kept: { act: Act; at: number }[] = []
  const since = (seconds: number) => performance.now() - seconds * 1000

  return {
    add(acts: readonly Act[]) {
      const added = acts.map((act) => ({ act, at: since(act.age) }))
      kept = [...kept, ...added].filter(({ at }) => at > since(longestLookBack))
    },

    of: (seconds: number): Act[] => kept.filter(({ at }) => at > since(seconds)).map(({ act }) => act),
  }
}
