import type { Config } from './config.ts'
import type { Db } from './db/connect.ts'
import { forgetExpiredAccess } from './features/auth/public.ts'
import { fillCalendar } from './features/calendar/public.ts'
import { forgetOldNotifications } from './features/notifications/public.ts'
import { forgetOldKeys, removeOrphanedFiles } from './features/protocols/public.ts'
import { remindOfDeadlines } from './features/reminders/public.ts'
import { openStorage } from './files/storage.ts'

/** Something that happens at a time of day, in APP_TIMEZONE, once however many instances there are. */
export interface ScheduledJob {
  name: string
  /** Five fields, as in crontab. */
  cron: string
  run: () => Promise<unknown>
}

/** All scheduled work. Each job may run twice or late: it does what is left to do, and is told the time. */
export const scheduledWork = (db: Db, config: Config, now: () => Date): ScheduledJob[] => [
  // Tells people what is due or late, once a day. Asked every quarter of an hour, for a server that was off in the morning.
  { name: 'remind-of-deadlines', cron: '*/15 7-23 * * *', run: () => remindOfDeadlines(db, config, now()) },

  // Adds the national holidays of the years ahead.
  { name: 'fill-calendar', cron: '0 3 1 1,7 *', run: () => fillCalendar(db, config.APP_TIMEZONE, now()) },

  // Deletes sessions and links that no longer open anything.
  { name: 'forget-expired-access', cron: '15 3 * * *', run: () => forgetExpiredAccess(db, now()) },

  // Deletes files that no attachment names: what crashes and lost connections left behind.
  { name: 'remove-orphaned-files', cron: '30 3 * * *', run: () => removeOrphanedFiles(db, openStorage(config), now()) },

  // Deletes notifications nobody will look for any more.
  { name: 'forget-old-notifications', cron: '45 3 * * *', run: () => forgetOldNotifications(db, now()) },

  // Deletes idempotency keys whose form nobody will send again.
  { name: 'forget-old-keys', cron: '0 4 * * *', run: () => forgetOldKeys(db, now()) },
]
