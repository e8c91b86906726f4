import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../platform/db/connect.ts'

/** Waits until so many sessions of the database wait for a lock. */
export const untilWaiting = (db: Db, count: number): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows.length
    })
    .toBe(count)
