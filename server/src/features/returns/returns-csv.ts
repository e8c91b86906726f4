import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import { mostSheetRows, type ReturnFilter } from '@malote/core/returns/return-row.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import { csvBatch, csvBeginning, csvLines } from '../../platform/exports/csv.ts'
import { readSearch, type Search } from '../protocols/public.ts'
import {
  findsWholeScope,
  firstOf,
  isHit,
  orderOf,
  type ReturnScope,
  returnRowTables,
  returnScopeOf,
  statusesOf,
} from './return-scope.ts'
import type { ReturnCell } from './returns-workbook.ts'

const columns = [
  'Protocolo',
  'Documento',
  'Tipo',
  'Categoria',
  'Fornecedor',
  'Origem',
  'Destino',
  'Responsável',
  'Data de Retorno',
  'Retornado em',
  'Status',
  // Last, so that the columns of existing spreadsheets stay where they are.
  'Descrição',
]

/**
 * The returns list with its filters, of any length and in list order. Reads batch by batch, each starting after the last
 * row of the previous one, so that no connection is held while a slow client downloads.
 *
 * @param today the organisation's civil day
 * @param timeZone IANA name; times are written as `dd/MM/yyyy HH:mm` in this zone
 */
async function* cellsOf(
  db: Db,
  viewer: Viewer,
  filter: ReturnFilter,
  today: CivilDate,
  timeZone: string,
): AsyncGenerator<ReturnCell[][]> {
  const scope = returnScopeOf(viewer, filter, today)
  const search = filter.search === undefined ? undefined : await readSearch(db, filter.search, { isOfItems: false })
  const narrowing = search && findsWholeScope(scope, search) ? undefined : search
  for (const status of statusesOf(filter)) {
    for (const part of partsOf(status)) yield* readPart(db, { scope, status, part, search: narrowing, timeZone })
  }
}

/** The list as CSV; its arguments are those of `cellsOf`. */
export async function* returnsCsv(...list: Parameters<typeof cellsOf>): AsyncGenerator<string> {
  yield csvBeginning + csvLines([columns])
  for await (const rows of cellsOf(...list)) yield csvLines(rows)
}

/**
 * The list with its titles, for a workbook.
 *
 * @throws AppError SHEET_TOO_LONG
 */
export async function returnsTable(...list: Parameters<typeof cellsOf>) {
  const rows: ReturnCell[][] = []
  for await (const batch of cellsOf(...list)) {
    rows.push(...batch)
    if (rows.length > mostSheetRows) throw new AppError('SHEET_TOO_LONG')
  }
  return { titles: columns, rows }
}

/** Items with and without a due date are two ranges of the same index, each with its own order. */
const partsOf = (status: ItemStatus) =>
  status === itemStatus.completed ? (['undated', 'dated'] as const) : (['dated', 'undated'] as const)

interface IndexRange {
  scope: ReturnScope
  status: ItemStatus
  part: 'dated' | 'undated'
  search: Search | undefined
  timeZone: string
}

interface Line {
  id: number
  returnDate: CivilDate | null
  cells: ReturnCell[]
}

async function* readPart(db: Db, range: IndexRange): AsyncGenerator<ReturnCell[][]> {
  const { scope, status, search, timeZone } = range
  const time = (column: string) => sql`to_char(${sql.ref(column)} at time zone ${timeZone}, 'DD/MM/YYYY HH24:MI')`
  for (let last: Line | undefined; ; ) {
    const parts = [onwards(range, last), ...(search ? [isHit(search)] : [])]
    const { rows } = await sql<Line>`
      select i.id, i.return_date as "returnDate", json_build_array(
        i.protocol_id, i.document_number, t.name, c.name, s.company_name, origin.name, destination.name,
        responsible.name, to_char(i.return_date, 'DD/MM/YYYY'), ${time('i.actual_return_date')}, i.status,
        i.description
      ) as cells
      from (
        select id, return_date from ${firstOf(scope, status, csvBatch, sql<SqlBool>`${sql.join(parts, sql` and `)}`)} s
        order by ${orderOf(status, 's')} limit ${sql.lit(csvBatch)}
      ) page ${returnRowTables}
      order by ${orderOf(status, 'page')}`.execute(db)
    if (rows.length > 0) yield rows.map(({ cells }) => cells)
    last = rows.at(-1)
    if (rows.length < csvBatch) return
  }
}

function onwards({ status, part }: IndexRange, last: Line | undefined): RawBuilder<SqlBool> {
  const direction = status === itemStatus.completed ? sql`<` : sql`>`
  if (part === 'undated') {
    return last ? sql`i.return_date is null and i.id ${direction} ${last.id}` : sql`i.return_date is null`
  }
  return last
    ? sql`(i.return_date, i.id) ${direction} (${last.returnDate}::date, ${last.id}::int)`
    : sql`i.return_date is not null`
}
