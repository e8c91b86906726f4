import type { SuggestionVote } from '@malote/core/help/suggestion.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../platform/db/connect.ts'
import { readSuggestion, readVote } from './suggestions.queries.ts'
import { deleteVote, putVote } from './suggestions.repo.ts'

/**
 * Stores a person's vote for a suggestion: a second one replaces the first, repeating the same one changes nothing.
 *
 * @param body read only after checking that the suggestion exists
 * @throws AppError SUGGESTION_NOT_FOUND
 */
export const castVote = (db: Db, viewer: Viewer, id: number, body: () => { voteType: SuggestionVote }, now: Date) =>
  db.transaction().execute(async (trx) => {
    await readSuggestion(trx, viewer.id, id)
    await putVote(trx, viewer, id, body().voteType, now)
    return readVote(trx, viewer.id, id)
  })

/**
 * Removes the vote. Idempotent: succeeds also without a vote.
 *
 * @throws AppError SUGGESTION_NOT_FOUND
 */
export const withdrawVote = (db: Db, viewer: Viewer, id: number) =>
  db.transaction().execute(async (trx) => {
    await deleteVote(trx, viewer, id)
    return readVote(trx, viewer.id, id)
  })
