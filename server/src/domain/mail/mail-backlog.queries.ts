import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import { mailQueue } from './mail-queue.ts'

/** The mails that are not sent. Those that were given up are kept for a day. */
export interface MailBacklog {
  waiting: number
  /** Seconds since the oldest of them was queued; 0 when none waits. */
  oldestSeconds: number
  /** Of the waiting, those that failed at least once. */
  retrying: number
  /** Mails that were given up after all their attempts. */
  failed: number
  /** When the last attempt that failed was begun, as far as its mail is still in the queue. */
  lastFailureAt: string | null
}

const nothing: MailBacklog = { waiting: 0, oldestSeconds: 0, retrying: 0, failed: 0, lastFailureAt: null }

export async function mailBacklog(db: Db): Promise<MailBacklog> {
  // The queue's tables are made when the first server starts its jobs.
  const { rows: tables } = await sql<{ name: string | null }>`select to_regclass('pgboss.job') as name`.execute(db)
  if (tables[0]?.name == null) return nothing
  const { rows } = await sql<MailBacklog>`
    select count(*) filter (where state < 'completed') as waiting,
      coalesce(extract(epoch from now() - min(created_on) filter (where state < 'completed')), 0)::float8
        as oldest_seconds,
      count(*) filter (where state = 'retry') as retrying,
      count(*) filter (where state = 'failed') as failed,
      max(started_on) filter (where state in ('retry', 'failed')) as last_failure_at
    from pgboss.job where name = ${mailQueue}`.execute(db)
  return rows[0] ?? nothing
}
