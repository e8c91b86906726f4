import type { Suggestion } from '@malote/core/help/suggestion.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../db/connect.ts'
import { readSuggestion } from './suggestions.queries.ts'
import { type SuggestionDecision, updateSuggestion } from './suggestions.repo.ts'

/**
 * Sets a suggestion's status. Admins may do so any time and in any order (contract 4.27).
 *
 * @param body read only after checking that the suggestion exists
 * @throws AppError SUGGESTION_NOT_FOUND
 */
export const decideSuggestion = (
  db: Db,
  viewer: Viewer,
  id: number,
  body: () => SuggestionDecision,
): Promise<Suggestion> =>
  db.transaction().execute(async (trx) => {
    await readSuggestion(trx, viewer.id, id)
    await updateSuggestion(trx, id, body())
    return readSuggestion(trx, viewer.id, id)
  })
