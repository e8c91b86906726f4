import { fillCalendar } from '../features/calendar/ensure-holidays.ts'
import { sessionSettings, withPatientDatabase } from '../platform/db/connect.ts'
import { type DatabaseDefinition, migrateToLatest, ourDefinition } from '../platform/db/migrate.ts'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import { setRoleDefaults } from '../platform/db/pooler.ts'
import { limitServerRole, roleOf } from '../platform/db/server-role.ts'
import type { Config } from '../platform/settings/config.ts'

/** The database's owner, who prepares it, and the role that the server then works as; they may be the same. */
type Addresses = Pick<OpenDatabase, 'directConnectionString' | 'ownerConnectionString' | 'pooler'>

/**
 * Prepares a database for the app, as its owner: newest migrations, the rights of the server's role, the organisation's
 * time zone, its holidays. Uses its own connection, because with millions of rows this takes longer than any request
 * may.
 */
export async function prepareDatabase(
  { directConnectionString, ownerConnectionString, pooler }: Addresses,
  config: Config,
  now: Date,
  definition: DatabaseDefinition = ourDefinition(),
): Promise<void> {
  if (pooler) await withPatientDatabase(directConnectionString, (db) => setRoleDefaults(db, sessionSettings()))
  await withPatientDatabase(ownerConnectionString, async (db) => {
    const isLimited = directConnectionString !== ownerConnectionString
    const role = isLimited && (await withPatientDatabase(directConnectionString, roleOf))
    await migrateToLatest(db, definition, async (one) => {
      if (role) await limitServerRole(one, role)
    })
    // Only if it differs, because a change of time zone makes the database rebuild all data by day.
    await db
      .updateTable('settings')
      .set({ timeZone: config.APP_TIMEZONE })
      .where('timeZone', '<>', config.APP_TIMEZONE)
      .execute()
    await fillCalendar(db, config.APP_TIMEZONE, now)
  })
}
