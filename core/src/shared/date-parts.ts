/**
 * Year, month, day and so on, as `format` gives them. The order and the marks of its whole text differ between versions
 * of a browser: in Chrome 110 and Safari 16.4, Canadian dates begin with the month.
 */
export const partsOf = (format: Intl.DateTimeFormat, instant: Date): Partial<Record<string, string>> =>
  Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
