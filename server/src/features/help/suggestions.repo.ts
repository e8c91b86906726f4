import type { NewSuggestion, SuggestionVote } from '@malote/core/help/suggestion.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../db/connect.ts'
import { refuseOn } from '../../db/violations.ts'

/** @returns its identity */
export async function insertSuggestion(db: Db, viewer: Viewer, suggestion: NewSuggestion, now: Date): Promise<number> {
  const { title, description, category, priority, expectedBenefit } = suggestion
  const { id } = await db
    .insertInto('suggestions')
    .values({
      title,
      description,
      category,
      priority,
      expectedBenefit: expectedBenefit ?? null,
      createdBy: viewer.id,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * One vote of each person for a suggestion: a second one replaces the first, the same one again changes nothing.
 *
 * @throws AppError SUGGESTION_NOT_FOUND
 */
export async function castVote(db: Db, viewer: Viewer, suggestionId: number, vote: SuggestionVote, now: Date) {
  await refuseOn(
    'foreignKey',
    (cause) => new AppError('SUGGESTION_NOT_FOUND', { cause }),
    db
      .insertInto('suggestionVotes')
      .values({ suggestionId, userId: viewer.id, vote, createdAt: now })
      .onConflict((conflict) => conflict.columns(['suggestionId', 'userId']).doUpdateSet({ vote, createdAt: now }))
      .execute(),
  )
}

/** Also when there is no vote: whoever takes it back twice has taken it back. */
export async function withdrawVote(db: Db, viewer: Viewer, suggestionId: number): Promise<void> {
  await db
    .deleteFrom('suggestionVotes')
    .where('suggestionId', '=', suggestionId)
    .where('userId', '=', viewer.id)
    .execute()
}

/** Notes that a change does not name stay. @throws AppError SUGGESTION_NOT_FOUND */
export async function changeStatus(
  db: Db,
  id: number,
  { status, implementationNotes }: { status: string; implementationNotes?: string | null | undefined },
): Promise<void> {
  const changed = await db
    .updateTable('suggestions')
    .set({ status, ...(implementationNotes !== undefined && { implementationNotes }) })
    .where('id', '=', id)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw new AppError('SUGGESTION_NOT_FOUND')
}
