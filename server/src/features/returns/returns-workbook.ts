import { makeSpreadsheet, textCell } from '../../platform/exports/spreadsheet.ts'

/** A value of the returns list as people read it; numbers are those of protocols. */
export type ReturnCell = string | number | null

/** The list as a workbook whose cells are text: no spreadsheet makes numbers or days of document numbers. */
export const returnsWorkbook = ({ titles, rows }: { titles: string[]; rows: ReturnCell[][] }): Promise<Buffer> =>
  makeSpreadsheet([
    {
      name: 'Retornos',
      columns: titles.map((header) => ({ header, width: 22 })),
      rows: rows.map((cells) => cells.map((cell) => textCell(cell?.toString()))),
    },
  ])
