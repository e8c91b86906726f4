import type { Config } from './config.ts'
import { withPatientDatabase } from './db/connect.ts'
import { type DatabaseDefinition, migrateToLatest, ourDefinition } from './db/migrate.ts'
import { fillCalendar } from './features/calendar/public.ts'

/**
 * Brings a database to where the app can work on it: newest tables, the organisation's time zone, its holidays. On a
 * connection of its own: with millions of rows this takes longer than any request may.
 */
export const prepareDatabase = (
  connectionString: string,
  config: Config,
  now: Date,
  definition: DatabaseDefinition = ourDefinition(),
): Promise<void> =>
  withPatientDatabase(connectionString, async (db) => {
    await migrateToLatest(db, definition)
    // Only when it differs: a new zone means other days, and the database then rebuilds all it keeps by day.
    await db
      .updateTable('settings')
      .set({ timeZone: config.APP_TIMEZONE })
      .where('timeZone', '<>', config.APP_TIMEZONE)
      .execute()
    await fillCalendar(db, config.APP_TIMEZONE, now)
  })
