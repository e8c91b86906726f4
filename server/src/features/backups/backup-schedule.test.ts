import { expect, it } from 'vitest'
import { isBackupDue } from './make-backup.ts'

const settings = { BACKUP_AT: '02:00', APP_TIMEZONE: 'America/Sao_Paulo' }
/** An instant at this hour in São Paulo. */
const at = (day: number, time: string) => new Date(`2026-11-${day}T${time}:00-03:00`)
const attempt = (startedAt: Date, isVerified = true) => ({
  startedAt,
  finishedAt: new Date(startedAt.getTime() + 600_000),
  isVerified,
})

// proves 19.20
it.each([
  ['at once when there is none', undefined, at(20, '15:00'), true],
  ['not again on the same day', attempt(at(20, '02:03')), at(20, '23:59'), false],
  ['not before its hour of the next day', attempt(at(20, '02:03')), at(21, '01:59'), false],
  ['at its hour of the next day', attempt(at(20, '02:03')), at(21, '02:00'), true],
  ['as soon as the server is on again', attempt(at(20, '02:03')), at(23, '11:00'), true],
  ['at its hour although it was made late the day before', attempt(at(20, '22:00')), at(21, '02:00'), true],
  ['an hour after a failure', attempt(at(20, '02:03'), false), at(20, '03:13'), true],
  ['not every quarter of an hour after a failure', attempt(at(20, '02:03'), false), at(20, '02:30'), false],
  ['at once after an interruption', { ...attempt(at(20, '02:03'), false), finishedAt: null }, at(20, '02:05'), true],
  ['at once when the clock was set back since', attempt(at(23, '02:03')), at(20, '11:00'), true],
  ['at once when it failed before the clock was set back', attempt(at(23, '02:03'), false), at(20, '11:00'), true],
  ['not when the clock was corrected by minutes', attempt(at(20, '02:03')), at(20, '01:58'), false],
])('a backup is due %s', (_when, last, now, due) => {
  expect(isBackupDue(last, now, settings)).toBe(due)
})
