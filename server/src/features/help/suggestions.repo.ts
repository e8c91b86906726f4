import type { NewSuggestion, Suggestion, SuggestionVote } from '@malote/core/help/suggestion.ts'
import type { SuggestionFilter } from '@malote/core/help/suggestion-filter.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { contains } from '../../platform/db/search.ts'

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

/** Number of up votes minus down votes. */
const votes = sql<number>`(select coalesce(sum(case vote when 'up' then 1 else -1 end), 0)
  from suggestion_votes v where v.suggestion_id = s.id)`

const columns = (viewerId: number) => sql<Suggestion>`
  s.id, s.title, s.description, s.category, s.priority, s.expected_benefit as "expectedBenefit", s.status,
  s.implementation_notes as "implementationNotes", s.created_at as "createdAt", u.name as "createdBy",
  ${votes}::int as "votesCount",
  (select vote from suggestion_votes v where v.suggestion_id = s.id and v.user_id = ${viewerId}) as "userVote"`

/** Some suggestions, and the total number. */
interface SuggestionPage {
  suggestions: Suggestion[]
  total: number
}

/** All suggestions that match the filters, most votes or newest first. */
export async function listSuggestions(db: Db, viewerId: number, filter: SuggestionFilter): Promise<SuggestionPage> {
  const { q, category, priority, status, sortBy, order, limit, offset } = filter
  const conditions = [
    sql`true`,
    ...(q === undefined ? [] : [sql`s.search_text like ${contains(q)}`]),
    ...(category === undefined ? [] : [sql`s.category = ${category}`]),
    ...(priority === undefined ? [] : [sql`s.priority = ${priority}`]),
    ...(status === undefined ? [] : [sql`s.status = ${status}`]),
  ]
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const by =
    sortBy === 'votes' || sortBy === 'votes_count' ? sql`${votes} ${direction}, s.id desc` : sql`s.id ${direction}`
  return readPage(db, viewerId, sql`${sql.join(conditions, sql` and `)}`, by, limit, offset)
}

/** The newest suggestions of one person. */
export const suggestionsOf = (db: Db, userId: number): Promise<SuggestionPage> =>
  readPage(db, userId, sql`s.created_by = ${userId}`, sql`s.id desc`, 100, 0)

async function readPage(
  db: Db,
  viewerId: number,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
  offset: number,
): Promise<SuggestionPage> {
  const [{ rows }, counted] = await Promise.all([
    sql<Suggestion>`select ${columns(viewerId)} from suggestions s join users u on u.id = s.created_by
      where ${condition} order by ${order} limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from suggestions s where ${condition}`.execute(db),
  ])
  return { suggestions: rows, total: counted.rows[0]?.n ?? 0 }
}

/** @throws AppError SUGGESTION_NOT_FOUND */
export async function readSuggestion(db: Db, viewerId: number, id: number): Promise<Suggestion> {
  const { rows } = await sql<Suggestion>`select ${columns(viewerId)} from suggestions s
    join users u on u.id = s.created_by where s.id = ${id}`.execute(db)
  if (!rows[0]) throw new AppError('SUGGESTION_NOT_FOUND')
  return rows[0]
}

/** @returns the vote, null when this person did not vote */
export async function readVote(db: Db, userId: number, suggestionId: number) {
  const { votesCount, userVote } = await readSuggestion(db, userId, suggestionId)
  return { vote: (userVote ?? null) as SuggestionVote | null, votesCount }
}

/** Number of suggestions per status, category and priority; empty groups are left out. */
export async function suggestionStats(db: Db) {
  const count = async (column: 'status' | 'category' | 'priority') => {
    const rows = await db
      .selectFrom('suggestions')
      .select((eb) => [eb.ref(column).as('name'), eb.fn.countAll<number>().as('n')])
      .groupBy(column)
      .execute()
    return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
  }
  const [byStatus, byCategory, byPriority] = await Promise.all([count('status'), count('category'), count('priority')])
  return { total: Object.values(byStatus).reduce((sum, n) => sum + n, 0), byStatus, byCategory, byPriority }
}
