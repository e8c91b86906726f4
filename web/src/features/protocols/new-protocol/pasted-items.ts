import { mostItems } from '@malote/core/protocols/protocol.ts'
import { cleanLine, cleanText } from '@malote/core/shared/typed-text.ts'
import { counted, formatNumber } from '../../../lib/format.ts'
import { type ChoiceField, emptyItem, type ItemForm } from '../form/item-form.ts'
import { columnsOfHeader, type PasteColumn, type TableColumn, tableColumns } from './paste-columns.ts'

export interface PastedTable {
  columns: readonly (PasteColumn | null)[]
  rows: readonly (readonly string[])[]
  /** Titles of columns that the form does not have. */
  ignored: readonly string[]
}

/** Text of several cells, as spreadsheets copy them; a single cell is pasted into its field as usual. */
export const isTableText = (text: string) => /[\t\n]/.test(text.replace(/(\r?\n)+$/, ''))

/**
 * Reads cells that were copied from a spreadsheet, or lines of a CSV file.
 *
 * @param first the column of the cell that is pasted into; counts when there is no header
 */
export function readPasted(text: string, first: TableColumn): PastedTable {
  const delimiter = delimiterOf(text)
  const data = delimiter === '\t' ? copiedRows(text) : rowsOf(text, delimiter)
  const [head = [], ...rest] = data
  const columns = columnsOfHeader(head)
  if (columns) return { columns, rows: rest, ignored: head.filter((cell, index) => cell.trim() && !columns[index]) }
  const start = tableColumns.indexOf(first)
  const width = data.reduce((most, row) => Math.max(most, row.length), 0)
  return { columns: tableColumns.slice(start, start + width), rows: data, ignored: [] }
}

/** Spreadsheets copy tabs. Commas are common in descriptions, so they separate only below a header. */
function delimiterOf(text: string): string {
  if (text.includes('\t')) return '\t'
  const lines = text.trim().split(/\r?\n/)
  if (lines.every((line) => line.includes(';'))) return ';'
  return columnsOfHeader(lines[0]?.split(',') ?? []) && lines[0]?.includes(',') ? ',' : '\t'
}

/**
 * Spreadsheets put a cell in quotes if it holds a line break or a tab; otherwise its quotation marks are text. A text in
 * which either reading makes sense is read as the one whose rows have the same number of cells.
 */
function copiedRows(text: string): string[][] {
  // Hardly any cell holds a tab, so two rows without one are no single row with it.
  const withoutTabs = rowsOf(text, '\t', '\\t')
  if (withoutTabs.length > 1 && isRectangle(withoutTabs)) return withoutTabs
  return [rowsOf(text, '\t'), withoutTabs, rowsOf(text, '\t', '\\t\\r\\n')].find(isRectangle) ?? withoutTabs
}

const isRectangle = (rows: readonly (readonly string[])[]) => rows.every(({ length }) => length === rows[0]?.length)

/**
 * The rows that are not blank. A cell in quotes ends with a quotation mark before a delimiter, a line end or the end of the
 * text.
 *
 * @param never characters that no cell in quotes has, as in a character class
 */
function rowsOf(text: string, delimiter: string, never = ''): string[][] {
  const inner = `[^"${never}]*`
  const cells = new RegExp(`(?:"(${inner}(?:""${inner})*)"|[^${delimiter}\r\n]*)(${delimiter}|\r\n?|\n|$)`, 'gy')
  const rows: string[][] = []
  let row: string[] = []
  for (const [whole, quoted, end = ''] of text.matchAll(cells)) {
    const isQuoted = quoted !== undefined && (delimiter !== '\t' || /[\t\r\n"]/.test(quoted))
    row.push(isQuoted ? quoted.replaceAll('""', '"') : whole.slice(0, whole.length - end.length))
    if (end === delimiter) continue
    rows.push(row)
    row = []
    if (!end) break
  }
  return rows.filter((cells) => cells.some((cell) => cell.trim()))
}

const choiceFields: readonly string[] = [
  'itemTypeId',
  'categoryId',
  'supplierId',
  'responsibleId',
] satisfies ChoiceField[]
const isChoice = (column: PasteColumn): column is ChoiceField => choiceFields.includes(column)

/**
 * Writes pasted cells over the items from `row` on and adds items for the other lines, which copy the columns that are
 * not pasted from the item before. Names stay as pasted until they are found in their lists.
 */
export function withPasted(items: readonly ItemForm[], { columns, rows }: PastedTable, row: number): ItemForm[] {
  const result = [...items]
  for (const [offset, cells] of rows.entries()) {
    const index = row + offset
    if (index >= mostItems) break
    const item = { ...(result[index] ?? emptyItem(result[index - 1])), isSpare: false }
    item.unknown = { ...item.unknown }
    item.ambiguous = []
    for (const [place, column] of columns.entries()) {
      const clean = column === 'reason' ? cleanText : cleanLine
      if (column) write(item, column, clean(cells[place] ?? ''))
    }
    result[index] = item
  }
  return result
}

export interface PasteResult {
  lineCount: number
  /** Lines at the end that are beyond the most items of a protocol. */
  leftOver: number
  /** Titles of columns that the form does not have. */
  ignored: readonly string[]
}

/** What became of a paste. */
export function pasteWords({ lineCount, leftOver, ignored }: PasteResult): string {
  const beyond =
    leftOver === 1 ? 'A última linha não coube.' : `As últimas ${formatNumber(leftOver)} linhas não couberam.`
  return [
    `${counted(lineCount, 'linha colada', 'linhas coladas')}.`,
    ...(leftOver > 0 ? [beyond] : []),
    ...(ignored.length > 0 ? [`Sem lugar no formulário: ${ignored.join(', ')}.`] : []),
  ].join(' ')
}

function write(item: ItemForm, column: PasteColumn, text: string) {
  if (!isChoice(column)) {
    item[column] = text
    return
  }
  item[column] = null
  if (text) item.unknown[column] = text
  else delete item.unknown[column]
}
