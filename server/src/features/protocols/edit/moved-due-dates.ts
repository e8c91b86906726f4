import { editReason } from '@malote/core/due-dates/change-reasons.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { DueDateChangeRow } from '../../../domain/custody/due-date-changes.repo.ts'
import type { ItemEdit } from './validate-edit.ts'

/**
 * The due dates that an edit moves, because the category is another one. An item that loses its date with its category
 * has no row: its next one then begins without a date (contract 21.5).
 */
export function movedDueDates(items: readonly ItemEdit[], by: Viewer, at: Date): DueDateChangeRow[] {
  return items.flatMap(({ before, after, category }) => {
    const [from, to] = [before.returnDate, after.returnDate]
    if (to === null || to === from) return []
    return {
      ...{ itemId: before.id, from, to, kind: 'edit' as const },
      ...{ by: by.id, reason: editReason(before.category, category), at },
    }
  })
}
