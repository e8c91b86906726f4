import { AppError } from '@malote/core/shared/errors.ts'
import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Db, SplitDatabase, type Trx } from './connect.ts'
import { isRefusedCommit } from './dialect.ts'

/**
 * Runs a single statement that writes everything that belongs together. PostgreSQL commits it by itself, which saves the
 * round trips of a transaction. It uses the connections of transactions, so that writers leave the others to readers.
 *
 * The outcome is one of three, as of a transaction: committed, certainly not committed (any error), or unknown.
 *
 * @param statement runs exactly one statement, and nothing else
 * @throws AppError OUTCOME_UNKNOWN when the connection broke after the statement was sent
 */
export function inOneStatement<Result>(db: Db, statement: (trx: Trx) => Promise<Result>): Promise<Result> {
  const writers = db instanceof SplitDatabase ? (db.transactions as Db) : db
  return writers.connection().execute(async (one) => {
    try {
      // Not a transaction of Kysely's, but the statement is one.
      return await statement(one as unknown as Trx)
    } catch (cause) {
      throw isRefusedCommit(cause) ? cause : new AppError('OUTCOME_UNKNOWN', { cause })
    }
  })
}

/**
 * Any of `ids`, for `where('id', '=', anyOf(ids))`. The SQL text is the same for any number of ids. `in (…)` would
 * produce a different statement for each count, and every connection would prepare and keep each of them.
 */
export const anyOf = (ids: readonly number[]): RawBuilder<number> => sql<number>`any(${[...ids]}::int[])`

/** Like {@link anyOf}, for texts. */
export const anyTextOf = (texts: readonly string[]): RawBuilder<string> => sql<string>`any(${[...texts]}::text[])`

/** A column in the given name. Raw SQL, because Kysely's plugin would convert the name to snake case. */
export const namedColumn = (value: RawBuilder<unknown>, name: string | undefined) =>
  sql`${value} as ${sql.raw(`"${name}"`)}`

/** Expressions as columns that have the names of their keys. */
export const namedColumns = (expressions: Record<string, RawBuilder<unknown>>) =>
  sql.join(Object.entries(expressions).map(([name, value]) => namedColumn(value, name)))

/** Formats instants inside JSON that PostgreSQL builds as everywhere else: ISO 8601, UTC, milliseconds. */
export const isoInstant = (column: RawBuilder<unknown>) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * Deletes rows in short transactions, which do not block others.
 *
 * @param batchSize rows per transaction
 * @param deletion  a statement that deletes at most so many of them
 * @returns the number of deleted rows
 */
export async function deleteInBatches(db: Db, batchSize: number, deletion: RawBuilder<unknown>): Promise<number> {
  let deleted = 0
  for (;;) {
    const { numAffectedRows = 0n } = await deletion.execute(db)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < batchSize) return deleted
  }
}

/*
 * PostgreSQL plans each of our statements once for all values (`plan_cache_mode` in connect.ts), from averages. Where
 * the averages mislead the planner, these hints correct it. test/planner-hints.test.ts shows the plan with and without
 * each one.
 */

/**
 * The value of a column, in a form that no index matches: for a condition on rows that another index has found.
 * Otherwise the planner would combine the two indexes in bitmaps and read all rows of a department or a status to save
 * a few.
 */
export const unindexed = {
  /** A number, or a date. */
  number: (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${column} + 0)`,
  text: (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${column} || '')`,
  /** A condition, of which a partial index might consist: all of that index would be read. */
  condition: (condition: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`coalesce(${condition}, false)`,
}

/**
 * A common table expression that is computed once and completely: `with ${computedOnce('hits', query)} select …`. If it
 * were merged into the outer statement, it would be planned for the outer order and limit: PostgreSQL would walk an
 * index in that order until enough rows match.
 */
export const computedOnce = (name: string, query: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${sql.ref(name)} as materialized (${query})`

/**
 * Appended to a lateral subquery, so that it stays a subquery and runs row by row: an outer limit then stops after a
 * few rows. As a hash join, it would read everything before the first row.
 */
export const rowByRow = sql`offset 0`

/**
 * Prefers indexes to table scans for the rest of the transaction: for tables that are empty when the plan is made and
 * grow while it is cached.
 */
export async function avoidTableScans(trx: Trx): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(trx)
}

/** Stands for a value while a statement is compiled. */
class Hole {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A statement whose text is always the same, for what is done so often that compiling it each time counts. It is
 * compiled when it is first run, and sends each value once, however often it occurs in the text.
 *
 * @param build gets a function that returns the place of a value. Casts it (`::int`) wherever PostgreSQL would infer
 *   different types.
 */
export function compiledOnce<Values extends object, Row>(
  build: (place: (name: keyof Values) => RawBuilder<never>) => RawBuilder<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let known: { query: CompiledQuery<Row>; sources: unknown[] } | undefined
  return async (db, values) => {
    known ??= withoutRepetition(build((name) => sql<never>`${new Hole(name)}`).compile(db))
    const parameters = known.sources.map((source) =>
      source instanceof Hole ? values[source.name as keyof Values] : source,
    )
    return (await db.executeQuery<Row>({ ...known.query, parameters })).rows
  }
}

/** Lets several places of the same value share one parameter. */
function withoutRepetition<Row>(query: CompiledQuery<Row>) {
  const sources: unknown[] = []
  const numbers = query.parameters.map((source) => {
    const known = sources.findIndex((other) =>
      source instanceof Hole ? other instanceof Hole && other.name === source.name : false,
    )
    return known >= 0 ? known + 1 : sources.push(source)
  })
  const text = query.sql.replace(/\$(\d+)/g, (_, number: string) => `$${numbers[Number(number) - 1]}`)
  return { query: { ...query, sql: text }, sources }
}
