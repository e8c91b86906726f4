import type { Config } from './config.ts'
import { withPatientDatabase } from './db/connect.ts'
import { type DatabaseDefinition, migrateToLatest, ourDefinition } from './db/migrate.ts'
import { fillCalendar } from './features/calendar/public.ts'

/**
 * Prepares a database for the app: newest migrations, the organisation's time zone, its holidays. Uses its own
 * connection, because with millions of rows this takes longer than any request may.
 */
export const prepareDatabase = (
  connectionString: string,
  config: Config,
  now: Date,
  definition: DatabaseDefinition = ourDefinition(),
): Promise<void> =>
  withPatientDatabase(connectionString, async (db) => {
    await migrateToLatest(db, definition)
    // Only if it differs, because a change of time zone makes the database rebuild all data by day.
    await db
      .updateTable('settings')
      .set({ timeZone: config.APP_TIMEZONE })
      .where('timeZone', '<>', config.APP_TIMEZONE)
      .execute()
    await fillCalendar(db, config.APP_TIMEZONE, now)
  })
