import type { Blob } from 'node:buffer'
import type Stream from 'node:stream'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import writeExcelFile, { type CellObject, type Feature, type Sheet } from 'write-excel-file/node'
import { getOrderOfSiblings, insertElementMarkupAccordingToOrderOfSiblings } from 'write-excel-file/utility'

/** What the library accepts as the content of an image; our workbooks have none. */
type Content = Stream | Buffer | Blob

const sheetFile = 'xl/worksheets/sheet{id}.xml'

/** A text cell is never evaluated, even if it begins like a formula: `=1+1` in a remark stays text. */
export const textCell = (value: string | null | undefined): CellObject => ({ type: String, value: value ?? '' })

export const numberCell = (value: number, format = '#,##0'): CellObject => ({ type: Number, value, format })

/** @param share from 0 to 1 */
export const shareCell = (share: number): CellObject => ({ type: Number, value: share, format: '0.0%' })

/** A day without a time. Spreadsheets have no time zones, so it is written as that day in UTC. */
export const dateCell = (date: CivilDate, format = 'dd/mm/yyyy'): CellObject => ({
  type: Date,
  value: new Date(`${date}T00:00:00Z`),
  format,
})

const header = (text: string): CellObject => ({
  ...textCell(text),
  fontWeight: 'bold',
  textColor: '#FFFFFF',
  backgroundColor: '#0E5A6B',
})

/** A sheet of a workbook. */
export interface TableSheet {
  /** Name on the tab. */
  name: string
  columns: readonly { header: string /** Characters. */; width: number }[]
  rows: readonly CellObject[][]
  /** Row below the others, outside the filtered range. */
  total?: CellObject[]
}

/** A workbook of tables, each with a frozen header row and filters. */
export const makeSpreadsheet = (tables: readonly TableSheet[]): Promise<Buffer> =>
  writeExcelFile(tables.map(toSheet), { features: [filtersOn(tables)] }).toBuffer()

const toSheet = ({ name, columns, rows, total }: TableSheet): Sheet<Content> => ({
  sheet: name,
  columns: columns.map(({ width }) => ({ width })),
  stickyRowsCount: 1,
  data: [
    columns.map((column) => header(column.header)),
    ...rows.map((row) => [...row]),
    ...(total ? [total.map((cell) => ({ ...cell, fontWeight: 'bold' as const }))] : []),
  ],
})

/** The library supports filters only through custom features. */
const filtersOn = (tables: readonly TableSheet[]): Feature<Content> => ({
  files: {
    transform: {
      [sheetFile]: {
        transform: (xml, _options, { sheetIndex }) => {
          const table = tables[sheetIndex]
          if (!table) return xml
          const range = `A1:${columnName(table.columns.length)}${table.rows.length + 1}`
          const order = getOrderOfSiblings(sheetFile, 'worksheet') ?? []
          return insertElementMarkupAccordingToOrderOfSiblings(
            xml,
            `<autoFilter ref="${range}"/>`,
            order.includes('autoFilter')
              ? order
              : [
                  ...order.slice(0, order.indexOf('sheetData') + 1),
                  'autoFilter',
                  ...order.slice(order.indexOf('sheetData') + 1),
                ],
            'worksheet',
          )
        },
      },
    },
  },
})

/** 1 is A; tables here have fewer than 27 columns. */
const columnName = (position: number) => String.fromCharCode(64 + position)
