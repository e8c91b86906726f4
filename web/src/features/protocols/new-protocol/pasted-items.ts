import { mostItems } from '@malote/core/protocols/protocol.ts'
import Papa from 'papaparse'
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
  const { data } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text), skipEmptyLines: 'greedy' })
  const [head = [], ...rest] = data
  const columns = columnsOfHeader(head)
  if (columns) return { columns, rows: rest, ignored: head.filter((cell, index) => cell.trim() && !columns[index]) }
  const [start, width] = [tableColumns.indexOf(first), Math.max(...data.map((row) => row.length))]
  return { columns: tableColumns.slice(start, start + width), rows: data, ignored: [] }
}

/** Spreadsheets copy tabs. Commas are common in descriptions, so they separate only below a header. */
function delimiterOf(text: string): string {
  if (text.includes('\t')) return '\t'
  const lines = text.trim().split(/\r?\n/)
  if (lines.every((line) => line.includes(';'))) return ';'
  return columnsOfHeader(lines[0]?.split(',') ?? []) && lines[0]?.includes(',') ? ',' : '\t'
}

const choiceFields: readonly string[] = [
  'itemTypeId',
  'categoryId',
  'supplierId',
  'responsibleId',
] satisfies ChoiceField[]
const isChoice = (column: PasteColumn): column is ChoiceField => choiceFields.includes(column)

/**
 * Writes pasted cells over the items from `row` on and adds items for the other lines. These take over the columns that
 * are not pasted from the item before. Names stay as pasted until their lists say whom or what they mean.
 */
export function withPasted(items: readonly ItemForm[], { columns, rows }: PastedTable, row: number): ItemForm[] {
  const result = [...items]
  for (const [offset, cells] of rows.entries()) {
    const index = row + offset
    if (index >= mostItems) break
    const item = { ...(result[index] ?? emptyItem(result[index - 1])), isSpare: false }
    item.unknown = { ...item.unknown }
    item.ambiguous = []
    for (const [place, column] of columns.entries()) if (column) write(item, column, (cells[place] ?? '').trim())
    result[index] = item
  }
  return result
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
