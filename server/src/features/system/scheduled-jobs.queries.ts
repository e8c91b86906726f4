import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

/** What the queue knows of a scheduled job. It keeps runs for a week; those of a clock that was ahead do not count. */
export interface ScheduledRuns {
  name: string
  /** Five fields, as in crontab, and their time zone. */
  cron: string
  timezone: string
  /** Whether what comes due while no server runs is left out. */
  skipsMissed: boolean
  /** When it was scheduled, or its hour or zone changed last. */
  changedAt: string
  isRunning: boolean
  lastSuccessAt: string | null
  lastFailureAt: string | null
  /** Whether its last run failed after all retries. */
  isFailing: boolean
  /** Whether a failed run will be tried again. */
  isRetrying: boolean
}

/** All scheduled jobs by name; none before the first server has started its jobs. */
export async function scheduledRuns(db: Db): Promise<ScheduledRuns[]> {
  const { rows: tables } = await sql<{ name: string | null }>`select to_regclass('pgboss.schedule') as name`.execute(db)
  if (tables[0]?.name == null) return []
  const { rows } = await sql<ScheduledRuns>`
    select s.name, s.cron, s.timezone, s.updated_on as changed_at,
      coalesce(s.options ->> 'missed' = 'skip', false) as skips_missed,
      coalesce(bool_or(j.state = 'active'), false) as is_running,
      max(j.completed_on) filter (where j.state = 'completed') as last_success_at,
      max(j.completed_on) filter (where j.state = 'failed') as last_failure_at,
      coalesce(max(j.completed_on) filter (where j.state = 'failed')
        > coalesce(max(j.completed_on) filter (where j.state = 'completed'), '-infinity'), false) as is_failing,
      coalesce(bool_or(j.state = 'retry'), false) as is_retrying
    from pgboss.schedule s
      left join pgboss.job j on j.name = s.name and (j.completed_on is null or j.completed_on <= now())
    group by s.name, s.key order by s.name`.execute(db)
  return rows
}
