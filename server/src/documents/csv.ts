import { stringify } from 'csv-stringify/sync'

/** What makes a spreadsheet compute a cell instead of showing it; some read the wide letters of East Asia alike. */
const startsFormula = /^[=+\-@＝＋－＠\t\r\n]/

/** Text that a spreadsheet shows as it is: an apostrophe keeps it from being read as a formula (OWASP "CSV Injection"). */
const harmless = (text: string) => (startsFormula.test(text) ? `'${text}` : text)

/** Rows as the spreadsheets of Brazil open them by a double click: semicolons, CRLF; see {@link csvBeginning}. */
export const csvLines = (rows: readonly (readonly (string | number | null)[])[]): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? harmless(cell) : cell))),
    { delimiter: ';', record_delimiter: 'windows' },
  )

/** The byte order mark tells them that it is UTF-8. */
export const csvBeginning = '\uFEFF'
