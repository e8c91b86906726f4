/** A line of a CSV file, or several when a cell has line breaks. */
export interface CsvRecord {
  record: string[]
  /** Number of its first line. */
  line: number
  /** A cell begins with a quote that nothing closes; it was read as it stands there. */
  isUnbalanced: boolean
  /** Where the next line begins, and its number. */
  end: { at: number; line: number }
}

interface Start {
  from?: number
  line?: number
  /** Number of titles; 0 when they are not known yet. */
  columns?: number
}

/** Most characters of a cell in quotes. */
const longestCell = 20_000

/**
 * The lines of a CSV file (RFC 4180), as forgiving as spreadsheets: a quote that is not around a whole cell belongs to its
 * text (`"Aço" Ltda`), and one without a pair costs its own line only, where parsers swallow those below or give up.
 *
 * @param delimiter one character
 */
export function* csvRecords(
  text: string,
  delimiter: string,
  { from = 0, line: first = 1, columns = 0 }: Start = {},
): Generator<CsvRecord> {
  const cells = cellReader(text, delimiter, columns)
  let at = from
  let line = first
  while (at < text.length) {
    const begins = line
    const record: string[] = []
    let isUnbalanced = false
    for (;;) {
      const cell = cells(at)
      record.push(cell.value)
      isUnbalanced ||= cell.isUnbalanced
      line += cell.breaks
      at = cell.end
      if (text[at] !== delimiter) break
      at += 1
    }
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
    line += 1
    yield { record, line: begins, isUnbalanced, end: { at, line } }
  }
}

function cellReader(text: string, delimiter: string, columns: number) {
  const stop = new RegExp(`[${delimiter.replace(/[\\\]^-]/, '\\$&')}\r\n]|$`, 'g')
  const blanks = delimiter === '\t' ? / */y : /[ \t]*/y
  const lastQuote = text.lastIndexOf('"')

  const blanksFrom = (at: number) => {
    blanks.lastIndex = at
    return at + (blanks.exec(text)?.[0].length ?? 0)
  }
  const stopFrom = (at: number) => {
    stop.lastIndex = at
    return stop.exec(text)?.index ?? text.length
  }

  /** The quote that closes what begins at `at`; undefined when it stands inside the cell, or too far away. */
  const closeOf = (at: number): number | undefined => {
    let close = at > lastQuote ? -1 : text.indexOf('"', at)
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
    if (close < 0 || close - at > longestCell) return undefined
    const next = blanksFrom(close + 1)
    if (next < text.length && stopFrom(next) !== next) return undefined
    return hasSwallowed(text.slice(at, close)) ? undefined : close
  }

  /** Whether a line inside a cell is a whole line of the file. */
  const hasSwallowed = (cell: string) =>
    columns > 1 &&
    cell
      .split(/\r\n|\r|\n/)
      .slice(1)
      .some((one) => one.split(delimiter).length >= columns)

  return (at: number) => {
    const begin = blanksFrom(at)
    const opening = text.startsWith('="', begin) ? 2 : Number(text[begin] === '"')
    const close = opening > 0 ? closeOf(begin + opening) : undefined
    if (close === undefined) {
      const end = stopFrom(begin)
      const value = text.slice(begin, end).trim()
      return { value, end, breaks: 0, isUnbalanced: opening > 0 && value.split('"').length % 2 === 0 }
    }
    const quoted = text.slice(begin + opening, close)
    const breaks = quoted.split(/\r\n|\r|\n/).length - 1
    return { value: quoted.replaceAll('""', '"').trim(), end: stopFrom(close + 1), breaks, isUnbalanced: false }
  }
}
