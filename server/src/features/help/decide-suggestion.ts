import { changedFields } from '@malote/core/audit/changed-fields.ts'
import type { Suggestion } from '@malote/core/help/suggestion.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordAudit } from '../audit/public.ts'
import { readSuggestion } from './suggestions.queries.ts'
import { lockSuggestion, type SuggestionDecision, updateSuggestion } from './suggestions.repo.ts'

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
