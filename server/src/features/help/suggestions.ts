import { changedFields } from '@malote/core/audit/changed-fields.ts'
import type { NewSuggestion, Suggestion, SuggestionVote } from '@malote/core/help/suggestion.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordAudit } from '../audit/public.ts'
import {
  deleteVote,
  insertSuggestion,
  lockSuggestion,
  putVote,
  readSuggestion,
  readVote,
  type SuggestionDecision,
  updateSuggestion,
} from './suggestions.repo.ts'

/** Adds a suggestion, which waits as *pendente* for an Admin's decision. */
export const proposeSuggestion = (db: Db, viewer: Viewer, suggestion: NewSuggestion, now: Date): Promise<Suggestion> =>
  db.transaction().execute(async (trx) => {
    const id = await insertSuggestion(trx, viewer, suggestion, now)
    return readSuggestion(trx, viewer.id, id)
  })

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

/**
 * Sets a suggestion's status. Admins may do so any time and in any order (contract 4.27).
 *
 * @param body read only after checking that the suggestion exists
 * @throws AppError SUGGESTION_NOT_FOUND
 */
export const decideSuggestion = (
  db: Db,
  actor: Actor,
  id: number,
  body: () => SuggestionDecision,
): Promise<Suggestion> =>
  db.transaction().execute(async (trx) => {
    await lockSuggestion(trx, id)
    const before = await readSuggestion(trx, actor.id, id)
    await updateSuggestion(trx, id, body())
    const after = await readSuggestion(trx, actor.id, id)
    const changed = changedFields({ status: before.status }, { status: after.status })
    if (changed) {
      await recordAudit(trx, {
        ...{ action: 'suggestion.changed', actor, address: actor.address },
        subject: { kind: 'suggestion', id: String(id), name: after.title },
        ...changed,
      })
    }
    return after
  })
