import type { HistoryAction } from '@malote/core/acts/act.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/connect.ts'
import { idsOf, type TypedText } from './typed-texts.repo.ts'

/** The actions whose sentences always quote what somebody typed. */
type Quoting =
  | 'Protocolo editado'
  | 'Protocolo cancelado'
  | 'Protocolo recusado'
  | 'Protocolo redirecionado'
  | 'Item cancelado'
  | 'Prazo solicitado'
  | 'Pedido de prazo negado'
  | 'Ocorrência registrada'
  | 'Ocorrência resolvida'

/** One line of the custody history. */
export type HistoryLine = Line &
  (
    | { action: Quoting; texts: readonly TypedText[] }
    | {
        action: Exclude<HistoryAction, Quoting>
        /** What the sentences quote of what people typed; absent when they quote nothing. */
        texts?: readonly TypedText[]
      }
  )

interface Line {
  protocolId: number
  itemId?: number
  /** A Portuguese sentence: who did what, and the reason if one was given. */
  description: string
  /** null: the system. */
  by: number | null
  at: Date
}

/** What one act did to an item. */
export interface ItemLine {
  itemId: number
  /** The sentence for this item alone. */
  description: string
}

/** Appends to the history, which the database keeps immutable (contract 11.12). */
export async function recordHistory(trx: Trx, lines: HistoryLine | readonly HistoryLine[]): Promise<void> {
  const rows = [lines].flat().map(rowOf)
  if (rows.length > 0) await trx.insertInto('history').values(rows).execute()
}

/**
 * Appends one line about several items of a protocol. Tracking shows each item its own sentence. A single item gets an
 * ordinary line.
 *
 * @param line its description is for several items and names them all
 */
export async function recordAct(trx: Trx, line: HistoryLine, items: readonly ItemLine[]): Promise<void> {
  const [first, ...others] = items
  if (!first) return
  if (others.length === 0) return recordHistory(trx, { ...line, ...first })
  const { id } = await trx.insertInto('history').values(rowOf(line)).returning('id').executeTakeFirstOrThrow()
  await sql`
    insert into history_items (history_id, item_id, description)
    select ${id}, item_id, description
    from unnest(
      ${items.map(({ itemId }) => itemId)}::int[], ${items.map(({ description }) => description)}::text[]
    ) item (item_id, description)`.execute(trx)
}

const rowOf = ({ itemId, texts, by, at, ...line }: HistoryLine) => ({
  ...line,
  texts: texts ? idsOf(texts) : null,
  itemId: itemId ?? null,
  createdBy: by,
  createdAt: at,
})
