import { partsOf } from '@malote/core/shared/date-parts.ts'
import { storage } from './browser-storage.ts'

const key = 'time-zone'
let displayTimeZone = storage.get(key) ?? 'America/Sao_Paulo'

/** Whether the server has sent the organisation's time zone, now or at an earlier visit. */
export const isTimeZoneKnown = () => storage.get(key) !== null

/**
 * Sets the organisation's time zone and stores it, so that the next visit can format its first dates without waiting.
 */
export function setDisplayTimeZone(timeZone: string) {
  displayTimeZone = timeZone
  if (storage.get(key) !== timeZone) storage.set(key, timeZone)
}

/** The organisation's time zone, or America/Sao_Paulo until it is known. */
export const timeZone = () => displayTimeZone

type Instant = string | Date | null | undefined

/** Instant → `20/11/2026`; '' when there is none. A civil date `yyyy-MM-dd` keeps its day in every time zone. */
export function formatDate(instant: Instant, timeZone = displayTimeZone): string {
  const civil = typeof instant === 'string' && /^(\d{4})-(\d{2})-(\d{2})$/.exec(instant)
  if (civil) return `${civil[3]}/${civil[2]}/${civil[1]}`
  const date = dateOf(instant)
  if (!date) return ''
  const parts = partsOf(formatter(timeZone, { day: '2-digit', month: '2-digit', year: 'numeric' }), date)
  return `${parts.day}/${parts.month}/${parts.year}`
}

/** Instant or civil date → `20/11`, with the year when it is not the one of `today`. */
export function formatDay(instant: Instant, today: string): string {
  const day = formatDate(instant)
  return day.endsWith(today.slice(0, 4)) ? day.slice(0, 5) : day
}

/** Instant → `09:05`. */
export function formatTime(instant: Instant, timeZone = displayTimeZone): string {
  const date = dateOf(instant)
  return date ? formatter(timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(date) : ''
}

/** Instant → `20/11/2026 09:05`, as lists show it. */
export function formatDateTime(instant: Instant, timeZone = displayTimeZone): string {
  return joined(formatDate(instant, timeZone), ' ', formatTime(instant, timeZone))
}

/** Instant → `20/11/2026 às 09:05`, as detail screens show it. */
export function formatDateAtTime(instant: Instant, timeZone = displayTimeZone): string {
  return joined(formatDate(instant, timeZone), ' às ', formatTime(instant, timeZone))
}

/** 12345.6 → `12.345,6`. */
export function formatNumber(value: number): string {
  // The first use of a locale's number format costs a slow phone tens of milliseconds; most counts need no grouping.
  const isShort = Number.isInteger(value) && Math.abs(value) < 1000
  return isShort ? String(value) : value.toLocaleString('pt-BR')
}

/** Bytes → `1 byte`, `820 bytes`, `14 kB`, `2,4 MB` (decimal units). */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte', 'bytes')
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`
  return `${(bytes / 1_000_000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`
}

/** `count` and its noun: `1 item`, `3 itens`. */
export function counted(count: number, singular: string, plural: string): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`
}

function dateOf(instant: Instant): Date | null {
  const date = new Date(instant || Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}

const formatters = new Map<string, Intl.DateTimeFormat>()

// Cached, because creating a formatter costs more than using it a thousand times.
function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${Object.keys(options).join()}`
  const known = formatters.get(key) ?? new Intl.DateTimeFormat('pt-BR', { ...options, timeZone })
  formatters.set(key, known)
  return known
}

const joined = (date: string, between: string, time: string) => (date && time ? `${date}${between}${time}` : date)
