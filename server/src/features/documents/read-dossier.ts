import { kindWords, type Occurrence, outcomeWords } from '@malote/core/occurrences/occurrence.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { sizeInWords } from '@malote/core/shared/measures.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import { filledIn } from '../../domain/custody/typed-texts.repo.ts'
import type { Db } from '../../platform/db/connect.ts'
import { occurrencesOf } from '../occurrences/public.ts'
import type { Dossier } from './dossier-pdf.ts'
import { instantText, nameOfItem } from './paper.ts'
import { readProtocols } from './papers.queries.ts'

/**
 * Everything that is known of a protocol (contract 22.25).
 *
 * @throws AppError PROTOCOL_NOT_FOUND also when the viewer may not see it, DOCUMENT_TOO_LONG
 */
export async function readDossier(
  db: Db,
  viewer: Viewer,
  id: number,
  timeZone: string,
): Promise<Omit<Dossier, 'head'>> {
  const [protocol] = await readProtocols(db, viewer, [id], timeZone)
  if (!protocol) throw new AppError('PROTOCOL_NOT_FOUND')
  const at = (instant: string) => instantText(instant, timeZone)
  const [ends, history, comments, occurrences, files] = await Promise.all([
    readEnds(db, id),
    db
      .selectFrom('history as h')
      .leftJoin('users as u', 'u.id', 'h.createdBy')
      .select(['h.action', filledIn('h.description', 'h.texts').as('description'), 'h.createdAt', 'u.name as by'])
      .where('h.protocolId', '=', id)
      .orderBy('h.id')
      .execute(),
    db
      .selectFrom('comments as c')
      .innerJoin('users as u', 'u.id', 'c.createdBy')
      .select(['c.text', 'c.createdAt', 'u.name as by'])
      .where('c.protocolId', '=', id)
      .orderBy('c.id')
      .execute(),
    occurrencesOf(db, viewer, id),
    db
      .selectFrom('attachments as a')
      .innerJoin('items as i', 'i.id', 'a.itemId')
      .select(['a.itemId', 'a.fileName', 'a.sizeBytes', 'a.removedAt'])
      .select(sql<string>`encode(a.sha256, 'hex')`.as('sha256'))
      .where('i.protocolId', '=', id)
      .orderBy('a.id')
      .execute(),
  ])
  const names = new Map(protocol.items.map((item) => [item.id, nameOfItem(item)]))
  const end = (name: string, when: string | null, by: string | null): [string, string][] =>
    when === null ? [] : [[name, `${at(when)} por ${by ?? '—'}`]]
  return {
    protocol,
    status: protocol.status,
    facts: [
      ['Requer devolução', protocol.requiresReturn ? 'Sim' : 'Não'],
      ...end('Enviado', protocol.createdAt, protocol.sender),
      ...end('Recebido', ends.receivedAt, ends.receivedBy),
      ...end('Concluído', ends.completedAt, ends.completedBy),
      ...end('Cancelado', ends.cancelledAt, ends.cancelledBy),
      ...(ends.cancelReason === null ? [] : [['Motivo', ends.cancelReason] as [string, string]]),
    ],
    items: protocol.items,
    history: history.map(({ createdAt, by, ...entry }) => ({ ...entry, at: at(createdAt), by: by ?? 'Sistema' })),
    comments: comments.map(({ createdAt, ...comment }) => ({ ...comment, at: at(createdAt) })),
    occurrences: occurrences.map((occurrence) => ({
      at: at(occurrence.openedAt),
      by: occurrence.openedBy,
      item: names.get(occurrence.itemId) ?? '',
      kind: kindWords[occurrence.kind],
      description: occurrence.description,
      outcome: outcomeOf(occurrence),
    })),
    files: files.map(({ itemId, fileName, sizeBytes, removedAt, sha256 }) => ({
      item: names.get(itemId) ?? '',
      name: fileName,
      size: removedAt === null ? sizeInWords(Number(sizeBytes)) : '—',
      sha256: removedAt === null ? sha256 : 'Removido por um administrador',
    })),
  }
}

const outcomeOf = ({ status, outcome, outcomeNote }: Occurrence) =>
  outcome
    ? [outcomeWords[outcome], outcomeNote].filter(Boolean).join(': ')
    : status === 'aberta'
      ? 'Aberta'
      : 'Encerrada'

const readEnds = (db: Db, id: number) =>
  db
    .selectFrom('protocols as p')
    .leftJoin('users as r', 'r.id', 'p.receivedBy')
    .leftJoin('users as c', 'c.id', 'p.completedBy')
    .leftJoin('users as x', 'x.id', 'p.cancelledBy')
    .select(['p.receivedAt', 'r.name as receivedBy', 'p.completedAt', 'c.name as completedBy'])
    .select(['p.cancelledAt', 'x.name as cancelledBy', 'p.cancelReason'])
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow()
