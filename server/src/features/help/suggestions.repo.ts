import type { NewSuggestion, SuggestionVote } from '@malote/core/help/suggestion.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Trx } from '../../platform/db/connect.ts'

/** @returns the suggestion's id */
export async function insertSuggestion(
  trx: Trx,
  viewer: Viewer,
  { title, description, category, priority, expectedBenefit }: NewSuggestion,
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('suggestions')
    .values({
      ...{ title, description, category, priority, expectedBenefit: expectedBenefit || null },
      ...{ createdBy: viewer.id, createdAt: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A second vote of the same person replaces the first. */
export const putVote = (trx: Trx, viewer: Viewer, suggestionId: number, vote: SuggestionVote, now: Date) =>
  trx
    .insertInto('suggestionVotes')
    .values({ suggestionId, userId: viewer.id, vote, createdAt: now })
    .onConflict((conflict) => conflict.columns(['suggestionId', 'userId']).doUpdateSet({ vote, createdAt: now }))
    .execute()

export const deleteVote = (trx: Trx, viewer: Viewer, suggestionId: number) =>
  trx.deleteFrom('suggestionVotes').where('suggestionId', '=', suggestionId).where('userId', '=', viewer.id).execute()

/** An Admin's decision about a suggestion. */
export interface SuggestionDecision {
  status: string
  /** Absent: the existing notes are kept. */
  implementationNotes?: string | null | undefined
}

/** Keeps other decisions waiting until the transaction ends. Does nothing for an unknown suggestion. */
export const lockSuggestion = (trx: Trx, id: number) =>
  trx.selectFrom('suggestions').select('id').where('id', '=', id).forNoKeyUpdate().execute()

export const updateSuggestion = (trx: Trx, id: number, { status, implementationNotes }: SuggestionDecision) =>
  trx
    .updateTable('suggestions')
    .set({ status, ...(implementationNotes !== undefined && { implementationNotes: implementationNotes || null }) })
    .where('id', '=', id)
    .execute()
