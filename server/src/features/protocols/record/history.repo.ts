import type { HistoryAction } from '@malote/core/history/history-entry.ts'
import type { Trx } from '../../../db/connect.ts'

/** One line of the custody history. */
export interface HistoryLine {
  protocolId: number
  itemId?: number
  action: HistoryAction
  /** A Portuguese sentence: who did what, and the reason if one was given. */
  description: string
  /** null: the system. */
  by: number | null
  at: Date
}

/** Appends to the history, which the database keeps immutable (contract 11.12). */
export async function recordHistory(trx: Trx, lines: HistoryLine | readonly HistoryLine[]): Promise<void> {
  const rows = [lines].flat().map(({ itemId, by, at, ...line }) => ({
    ...line,
    itemId: itemId ?? null,
    createdBy: by,
    createdAt: at,
  }))
  if (rows.length > 0) await trx.insertInto('history').values(rows).execute()
}
