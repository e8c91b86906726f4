import { historyAction } from '@malote/core/acts/act.ts'
import { removedText } from '@malote/core/black-outs/black-out.ts'
import type { DueDateChangeKind } from '@malote/core/due-dates/due-date-explanation.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/connect.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { idsOf, type TypedText } from './typed-texts.repo.ts'

/** A change of a due date after the first one. */
export interface DueDateChangeRow {
  itemId: number
  /** Null when the item had no due date. Never the same day as `to`. */
  from: CivilDate | null
  to: CivilDate
  kind: DueDateChangeKind
  /** Null when the date follows that of the department before (contract 21.5). */
  by: number | null
  /** A Portuguese text; null when none was given. */
  reason: string | null
  /** What people typed in the reason, and in the sentence of the history about the same change. */
  texts?: readonly TypedText[] | undefined
  at: Date
}

/**
 * Records changes of due dates, in the transaction that makes them (contract 21.5). Use cases that change
 * `items.return_date` call it with the dates from before; it does not change the items.
 */
export async function recordDueDateChanges(trx: Trx, changes: readonly DueDateChangeRow[]): Promise<void> {
  if (changes.length === 0) return
  await trx
    .insertInto('dueDateChanges')
    .values(
      changes.map(({ from, to, by, at, texts, ...change }) => ({
        ...change,
        texts: texts ? idsOf(texts) : null,
        fromDate: from,
        toDate: to,
        changedBy: by,
        changedAt: at,
      })),
    )
    .execute()
}

/** A history entry about items: what it is about, and its instant with all digits of the database. */
interface EntryOfItems {
  action: string
  itemIds: readonly number[]
  at: string
}

/**
 * Removes for good the reasons of the changes that these history entries record, as far as they have no texts of their own;
 * the words of both are the same.
 */
export async function blackOutDueDateReasons(trx: Trx, entries: readonly EntryOfItems[]): Promise<void> {
  for (const { itemIds, at } of entries.filter(({ action }) => action === historyAction.dueDateChanged)) {
    await trx
      .updateTable('dueDateChanges')
      .set({ reason: removedText })
      .where('itemId', '=', anyOf(itemIds))
      .where('changedAt', '=', sql<string>`${at}::timestamptz`)
      .where('reason', 'is not', null)
      .where('texts', 'is', null)
      .execute()
  }
}
