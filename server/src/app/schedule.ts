import { removeOrphanedFiles } from '../domain/attachments/remove-orphaned-files.ts'
import { forgetOldKeys } from '../domain/idempotency/idempotency.repo.ts'
// meets V14.1.1, V14.1.2
import { forgetOldAnswerLinks } from '../domain/mail/answer-links.repo.ts'
import { forgetOldAudit } from '../features/audit/public.ts'
import { forgetExpiredAccess } from '../features/auth/public.ts'
import type { BackupRunner } from '../features/backups/run-backups.ts'
import { fillCalendar } from '../features/calendar/ensure-holidays.ts'
import { type AnchorLog, anchorYesterday } from '../features/history-anchors/anchor-yesterday.ts'
import { forgetOldNotifications } from '../features/notifications/forget-old-notifications.ts'
import { anonymizeDeparted } from '../features/personal-data/anonymize.ts'
import { remindOfDueDates } from '../features/reminders/remind-people.ts'
import type { Db } from '../platform/db/connect.ts'
import { refreshSearchTexts } from '../platform/db/refresh-search-texts.ts'
import { openStorage } from '../platform/files/storage.ts'
import type { Config } from '../platform/settings/config.ts'

/** A job that runs at a time of day in APP_TIMEZONE, on one instance at a time. */
export interface ScheduledJob {
  name: string
  /** Five fields, as in crontab. */
  cron: string
  /** Hours that a run may take; a quarter of an hour by default. */
  hours?: number
  /** Runs that came due while no server ran: one for all of them at the next start (default), or none. */
  missed?: 'once' | 'skip'
  run: () => Promise<unknown>
}

/** All scheduled jobs. Each may run late, or again after a failure: it does only the remaining work. */
export const scheduledWork = (
  db: Db,
  config: Config,
  now: () => Date,
  { log, backups }: { log: AnchorLog; backups: BackupRunner },
): ScheduledJob[] => [
  // Reminds people of due and late items, once a day. Runs every quarter of an hour, in case the server was off in the
  // morning. Makes up for nothing, because a start in the small hours would remind people then.
  {
    name: 'remind-of-deadlines',
    cron: '*/15 7-23 * * *',
    missed: 'skip',
    run: () => remindOfDueDates(db, config, now()),
  },

  // Makes the anchor of the day that has ended. Every hour, in case the server was off at midnight.
  { name: 'anchor-history', cron: '5 * * * *', run: () => anchorYesterday(db, config, log, now()) },

  // Adds the national holidays of the coming years.
  { name: 'fill-calendar', cron: '0 3 1 1,7 *', run: () => fillCalendar(db, config.APP_TIMEZONE, now()) },

  // Deletes expired sessions and links.
  { name: 'forget-expired-access', cron: '15 3 * * *', run: () => forgetExpiredAccess(db, now()) },

  // Deletes old links of reminders.
  { name: 'forget-old-answer-links', cron: '20 3 * * *', run: () => forgetOldAnswerLinks(db, now()) },

  // Deletes files without an attachment row, left behind by crashes and lost connections.
  { name: 'remove-orphaned-files', cron: '30 3 * * *', run: () => removeOrphanedFiles(db, openStorage(config), now()) },

  // Deletes old notifications.
  { name: 'forget-old-notifications', cron: '45 3 * * *', run: () => forgetOldNotifications(db, config, now()) },

  // Deletes old idempotency keys.
  { name: 'forget-old-keys', cron: '0 4 * * *', run: () => forgetOldKeys(db, now()) },

  // Deletes audited events after RETENTION_AUDIT_DAYS.
  { name: 'forget-old-audit', cron: '15 4 * * *', run: () => forgetOldAudit(db, config) },

  // Anonymises people who left, after RETENTION_PEOPLE_DAYS.
  { name: 'anonymize-departed', cron: '30 4 * * *', run: () => anonymizeDeparted(db, config, now()) },

  // Rewrites search texts that an older release made in another way.
  { name: 'refresh-search-texts', cron: '50 4 * * *', hours: 12, run: () => refreshSearchTexts(db) },

  // Makes the day's backup, from BACKUP_AT on. Every quarter of an hour, in case the server was off then or it failed.
  { name: 'make-backup', cron: '*/15 * * * *', hours: 12, run: backups.run },
]
