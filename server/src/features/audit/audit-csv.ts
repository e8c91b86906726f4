import { mostAuditExported } from '@malote/core/audit/audit-filter.ts'
import { auditSubjectWords, auditWords, fieldsInWords } from '@malote/core/audit/audit-words.ts'
import { civilDateIn, inPortuguese } from '@malote/core/shared/civil-date.ts'
import type { Db } from '../../platform/db/connect.ts'
import { csvBatch, csvBeginning, csvLines } from '../../platform/exports/csv.ts'
import { type AuditCursor, type AuditScope, type ListedEvent, readAudit } from './audit.queries.ts'

const columns = ['Data e hora', 'Quem', 'O quê', 'Sobre', 'Antes', 'Depois', 'Endereço', 'Ação', 'Código de quem']

/**
 * The events of a filter as CSV, newest first, at most {@link mostAuditExported}. Reads batch by batch, each starting
 * after the last row of the previous one, so that no connection is held while a slow client downloads. Newer events
 * are not included.
 *
 * @param newest position of the first line; null gives no lines
 * @param scope times are written as `dd/MM/yyyy HH:mm:ss` in its time zone
 */
export async function* auditCsv(db: Db, scope: AuditScope, newest: AuditCursor | null): AsyncGenerator<string> {
  const time = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium', timeZone: scope.timeZone })
  const moment = (at: Date) => `${inPortuguese(civilDateIn(at, scope.timeZone))} ${time.format(at)}`
  yield csvBeginning + csvLines([columns])
  if (!newest) return
  let after: AuditCursor | undefined = { ...newest, id: newest.id + 1 }
  for (let left = mostAuditExported; left > 0; left -= csvBatch) {
    const rows = await readAudit(db, scope, { take: Math.min(csvBatch, left), after })
    if (rows.length > 0) yield csvLines(rows.map((row) => cellsOf(row, moment(new Date(row.at)))))
    after = rows.at(-1)?.cursor
    if (rows.length < csvBatch) return
  }
}

const cellsOf = (
  { actor, action, subject, before, after, address }: ListedEvent,
  moment: string,
): (string | number | null)[] => [
  moment,
  actor?.name ?? null,
  auditWords(action),
  subject && auditSubjectWords(subject),
  before && fieldsInWords(before),
  after && fieldsInWords(after),
  address,
  action,
  actor?.uid ?? null,
]
