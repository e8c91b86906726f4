import { type CivilDate, civilDateIn } from '@malote/core/shared/civil-date.ts'
import type { Config } from '../../platform/settings/config.ts'

/** Milliseconds after a failed backup until the next attempt. */
const retryAfter = 3_600_000

/** The last attempt at a backup. */
export interface LastAttempt {
  startedAt: Date
  /** null when its process died. */
  finishedAt: Date | null
  isVerified: boolean
}

type Settings = Pick<Config, 'BACKUP_AT' | 'APP_TIMEZONE'>

/**
 * Whether a backup should start: the first one at once, then one a day from BACKUP_AT on, also when the server was off
 * at that hour. A failed one is repeated after an hour, an interrupted one at once.
 */
export function isBackupDue(last: LastAttempt | undefined, now: Date, settings: Settings): boolean {
  if (last === undefined || last.finishedAt === null) return true
  // The clock was ahead then, perhaps by years, and waiting for that day would mean no backup until it comes.
  if (last.startedAt.getTime() - now.getTime() >= retryAfter) return true
  if (!last.isVerified) return now.getTime() - last.finishedAt.getTime() >= retryAfter
  return backupDay(last.startedAt, settings) < backupDay(now, settings)
}

/** The day to which a backup belongs: days begin at BACKUP_AT. */
function backupDay(moment: Date, { BACKUP_AT, APP_TIMEZONE }: Settings): CivilDate {
  const [hours = 0, minutes = 0] = BACKUP_AT.split(':').map(Number)
  return civilDateIn(new Date(moment.getTime() - (hours * 60 + minutes) * 60_000), APP_TIMEZONE)
}
