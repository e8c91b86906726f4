import type { Holiday } from '@malote/core/calendar/holiday.ts'

/** A holiday with a numeric id, as the settings screens require. */
export interface HolidayRow extends Holiday {
  id: number
}

/** 2026-01-05 → 20260105. */
export const idOf = (date: string) => Number(date.replaceAll('-', ''))

export const dateOf = (id: number) => String(id).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
