import type { DueDateExplanation } from '@malote/core/due-dates/due-date-explanation.ts'
import { explainDueDate } from '@malote/core/due-dates/explain-due-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../platform/db/connect.ts'
import { findDueDateFacts } from './due-date-facts.queries.ts'

/**
 * *Por que este prazo?* (contract 21.3)
 *
 * @param timeZone IANA name, APP_TIMEZONE
 * @throws AppError ITEM_NOT_FOUND also when the viewer may not see its protocol
 */
export async function readDueDate(
  db: Db,
  viewer: Viewer,
  itemId: number,
  timeZone: string,
): Promise<DueDateExplanation> {
  const facts = await findDueDateFacts(db, viewer, itemId, timeZone)
  if (!facts) throw new AppError('ITEM_NOT_FOUND')
  return explainDueDate(facts, timeZone)
}
