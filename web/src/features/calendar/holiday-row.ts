import type { Holiday } from '@malote/core/calendar/holiday.ts'

/** A holiday as the settings screens know their rows: by a number. */
export interface HolidayRow extends Holiday {
  id: number
}

/** 2026-01-05 → 20260105. */
export const idOf = (date: string) => Number(date.replaceAll('-', ''))

export const dateOf = (id: number) => String(id).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
