import { isCivilDate } from '@malote/core/shared/civil-date.ts'

const iso = /^\d{4}-\d{2}-\d{2}$/
/** Day, month and year with something between them, or nothing at all: 5/3/26, 05.03.2026, 05032026. */
const spaced = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/
const run = /^(\d{2})(\d{2})(\d{4}|\d{2})$/
/** What somebody may still be typing never ends in two digits that could be the first of a year. */
const unfinished = /(^|[-/. ])\d{2}$|^\d{6}$/

/**
 * The day that a text means, as people here write it or as machines do: `27/11/2026`, `5/3/26`, `05032026`,
 * `2026-11-27`. Two digits are a year of this century.
 *
 * @returns `yyyy-MM-dd`; null for what is no day
 */
export function typedDay(text: string): string | null {
  const typed = text.trim()
  if (iso.test(typed)) return existing(typed)
  const [, date = '', month = '', year = ''] = spaced.exec(typed) ?? run.exec(typed) ?? []
  return existing(`${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
}

/** The same while the text is being typed: a year of two digits may be the first half of one of four. */
export function completeDay(text: string): string | null {
  const typed = text.trim()
  return unfinished.test(typed) && !iso.test(typed) ? null : typedDay(typed)
}

// A year before 1000 is one whose digits were not all typed.
const existing = (date: string) => (date.startsWith('0') || !isCivilDate(date) ? null : date)
