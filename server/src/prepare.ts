import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import type { Config } from './config.ts'
import { type Db, withPatientDatabase } from './db/connect.ts'
import { type House, migrateToLatest, ourHouse } from './db/migrate.ts'
import { ensureHolidays, yearsAround } from './features/calendar/public.ts'
import { forgetOldNotifications } from './features/notifications/public.ts'
import { forgetOldKeys, removeOrphanedFiles } from './features/protocols/public.ts'
import { remindOfDeadlines } from './features/reminders/public.ts'
import { openStorage } from './files/storage.ts'
import type { ScheduledJob } from './jobs.ts'

/**
 * Brings a database to where the app can work on it: newest tables, the organisation's time zone, its holidays. On a
 * connection of its own: with millions of rows this takes longer than any request may.
 */
export const prepareDatabase = (
  connectionString: string,
  config: Config,
  now: Date,
  house: House = ourHouse(),
): Promise<void> =>
  withPatientDatabase(connectionString, async (db) => {
    await migrateToLatest(db, house)
    // Only when it differs: a new zone means other days, and the database then rebuilds all it keeps by day.
    await db
      .updateTable('settings')
      .set({ timeZone: config.APP_TIMEZONE })
      .where('timeZone', '<>', config.APP_TIMEZONE)
      .execute()
    await fillCalendar(db, config, now)
  })

/** What the features want done regularly: reminders in the morning, the rest at hours when nobody works. */
export const regularWork = (db: Db, config: Config, now: () => Date): ScheduledJob[] => [
  {
    // Every quarter of an hour, so that a server that was off in the morning makes up for it; once a day it does something.
    name: 'remind-of-deadlines',
    cron: '*/15 7-23 * * *',
    run: async () => {
      await remindOfDeadlines(db, config, now())
    },
  },
  {
    name: 'forget-old-notifications',
    cron: '45 3 * * *',
    run: async () => {
      await forgetOldNotifications(db, now())
    },
  },
  {
    name: 'forget-old-keys',
    cron: '0 4 * * *',
    run: async () => {
      await forgetOldKeys(db, now())
    },
  },
  { name: 'fill-calendar', cron: '0 3 1 1,7 *', run: () => fillCalendar(db, config, now()) },
  {
    name: 'remove-orphaned-files',
    cron: '30 3 * * *',
    run: async () => {
      await removeOrphanedFiles(db, openStorage(config), now())
    },
  },
]

const fillCalendar = (db: Db, { APP_TIMEZONE }: Config, now: Date) =>
  ensureHolidays(db, yearsAround(civilDateIn(now, APP_TIMEZONE)))
