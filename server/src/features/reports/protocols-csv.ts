import { sql } from 'kysely'
import { protocolsIn } from '../../domain/visibility/protocols-in.ts'
import type { Scope } from '../../domain/visibility/visible-to.ts'
import type { Db } from '../../platform/db/connect.ts'
import { csvBatch, csvBeginning, csvLines } from '../../platform/exports/csv.ts'
import type { Days } from './counted-protocols.ts'

const columns = [
  'Protocolo',
  'Status',
  'Origem',
  'Destino',
  'Criado em',
  'Criado por',
  'Requer devolução',
  'Recebido em',
  'Concluído em',
  'Cancelado em',
  'Motivo do cancelamento',
  'Itens',
  'Pendentes',
  'Retornados',
  'Concluídos',
  'Cancelados',
  'Observações',
]

/**
 * The protocols behind a report as CSV, newest first, of any length. Reads batch by batch, each starting after the last
 * row of the previous one, so that no connection is held while a slow client downloads. Protocols created meanwhile are
 * newer and not included.
 *
 * @param timeZone IANA name; times are written as `dd/MM/yyyy HH:mm` in this zone
 */
export async function* protocolsCsv(db: Db, scope: Scope, days: Days, timeZone: string): AsyncGenerator<string> {
  yield csvBeginning + csvLines([columns])
  for (let after: Cursor | undefined; ; ) {
    const rows = await readBatch(db, scope, days, timeZone, after)
    if (rows.length > 0) yield csvLines(rows.map(({ cells }) => cells))
    const last = rows.at(-1)
    if (rows.length < csvBatch || !last) return
    after = last
  }
}

/**
 * Position after a batch. The instant is PostgreSQL's own text, because ours has milliseconds and PostgreSQL has
 * microseconds.
 */
interface Cursor {
  id: number
  createdAt: string
}

interface Line extends Cursor {
  cells: (string | number | null)[]
}

async function readBatch(db: Db, scope: Scope, days: Days, timeZone: string, after?: Cursor): Promise<Line[]> {
  const period = { status: undefined, startDate: days.from, endDate: days.to, timeZone }
  const time = (column: string) => sql`to_char(${sql.ref(column)} at time zone ${timeZone}, 'DD/MM/YYYY HH24:MI')`
  const onwards = after ? sql`(s.created_at, s.id) < (${after.createdAt}::timestamptz, ${after.id}::int)` : sql`true`
  const { rows } = await sql<Line>`
    select p.id, page.created_at::text as "createdAt", json_build_array(
      p.id, p.status, origin.name, destination.name, ${time('p.created_at')}, creator.name,
      case when p.requires_return then 'Sim' else 'Não' end, ${time('p.received_at')}, ${time('p.completed_at')},
      ${time('p.cancelled_at')}, p.cancel_reason, p.total_items, p.pending_items, p.returned_items, p.completed_items,
      p.cancelled_items, p.remarks
    ) as cells
    from (
      select s.id, s.created_at from ${protocolsIn(scope, period)} s
      where ${onwards}
      order by s.created_at desc, s.id desc limit ${sql.lit(csvBatch)}
    ) page
    join protocols p on p.id = page.id
    join users creator on creator.id = p.created_by
    join departments origin on origin.id = p.origin_department_id
    join departments destination on destination.id = p.destination_department_id
    order by page.created_at desc, page.id desc`.execute(db)
  return rows
}
