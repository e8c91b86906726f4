import type { NewSuggestion, Suggestion } from '@malote/core/help/suggestion.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../platform/db/connect.ts'
import { readSuggestion } from './suggestions.queries.ts'
import { insertSuggestion } from './suggestions.repo.ts'

/** Adds a suggestion, which waits as *pendente* for an Admin's decision. */
export const proposeSuggestion = (db: Db, viewer: Viewer, suggestion: NewSuggestion, now: Date): Promise<Suggestion> =>
  db.transaction().execute(async (trx) => {
    const id = await insertSuggestion(trx, viewer, suggestion, now)
    return readSuggestion(trx, viewer.id, id)
  })
