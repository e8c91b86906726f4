import { type OccurrenceKind, type OccurrenceOutcome, occurrenceStatus } from '@malote/core/occurrences/occurrence.ts'
import type { LockedItem, LockedProtocol } from '../../domain/custody/lock-protocol.ts'
import type { Trx } from '../../platform/db/connect.ts'

/** An occurrence to be opened. */
export interface OccurrenceLine {
  item: LockedItem
  kind: OccurrenceKind
  /** 3 to 500 characters. */
  description: string
  /** Where a request about several items names this one: `items.2.id`. A refusal is then reported there. */
  field?: string
}

/**
 * Inserts occurrences of one locked protocol.
 *
 * @param lines each item at most once
 * @returns their ids, in the order of `lines`; undefined where the item already has an open one of the same kind
 */
export async function insertOccurrences(
  trx: Trx,
  { id, originDepartmentId, destinationDepartmentId }: LockedProtocol,
  lines: readonly OccurrenceLine[],
  by: number,
  at: Date,
): Promise<(number | undefined)[]> {
  if (lines.length === 0) return []
  const rows = await trx
    .insertInto('occurrences')
    .values(
      lines.map(({ item, kind, description }) => ({
        ...{
          itemId: item.id,
          protocolId: id,
          documentNumber: item.documentNumber,
          kind,
          description,
          openedBy: by,
          openedAt: at,
        },
        ...{ originDepartmentId, destinationDepartmentId },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'itemId'])
    .execute()
  const idOf = new Map(rows.map((row) => [row.itemId, row.id]))
  return lines.map(({ item }) => idOf.get(item.id))
}

/** Settles an open occurrence with its outcome. */
export const settleOccurrence = (
  trx: Trx,
  id: number,
  { outcome, note, by, at }: { outcome: OccurrenceOutcome; note: string; by: number; at: Date },
) =>
  trx
    .updateTable('occurrences')
    .set({ status: occurrenceStatus.resolved, outcome, outcomeNote: note, resolvedBy: by, resolvedAt: at })
    .where('id', '=', id)
    .execute()

/** Removes a text for good; the search text follows. */
export const blackOutOccurrence = (trx: Trx, id: number, change: { description: string } | { outcomeNote: string }) =>
  trx.updateTable('occurrences').set(change).where('id', '=', id).execute()
