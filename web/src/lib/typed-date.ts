import { isCivilDate } from '@malote/core/shared/civil-date.ts'

const iso = /^\d{4}-\d{2}-\d{2}$/
/** Day, month and year with separators or none: 5/3/26, 05.03.2026, 05032026. */
const spaced = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/
const run = /^(\d{2})(\d{2})(\d{4}|\d{2})$/
/** The same with a four-digit year only: two digits may be the start of one while the user is typing. */
const unfinished = /(^|[-/. ])\d{2}$|^\d{6}$/

/**
 * The day that a text means, in Brazilian or ISO notation: `27/11/2026`, `5/3/26`, `05032026`, `2026-11-27`. Two-digit
 * years are in this century.
 *
 * @returns `yyyy-MM-dd`; null for an invalid date
 */
export function typedDay(text: string): string | null {
  const typed = text.trim()
  if (iso.test(typed)) return existing(typed)
  const [, date = '', month = '', year = ''] = spaced.exec(typed) ?? run.exec(typed) ?? []
  return existing(`${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
}

/** The same during typing: a two-digit year may be the first half of a four-digit one, so it is not accepted. */
export function completeDay(text: string): string | null {
  const typed = text.trim()
  return unfinished.test(typed) && !iso.test(typed) ? null : typedDay(typed)
}

// A year before 1000 means that its digits are not all typed yet.
const existing = (date: string) => (date.startsWith('0') || !isCivilDate(date) ? null : date)
