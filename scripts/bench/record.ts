import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import { type Db, openPool } from '../../server/src/platform/db/connect.ts'
import type { DB } from '../../server/src/platform/db/schema.ts'

/** A statement as it is passed to the driver. */
export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/**
 * Placeholders for the values that differ in each replay: the new row's id, a new name, and the six digits of a
 * document number. Inserting the same number into an index repeatedly is cheaper than inserting new numbers.
 */
export const idHole = '\u0000id'
export const freshHole = '\u0000fresh'
export const numberHole = '\u0000number'

/** Prefix of the document numbers that the benchmark writes. */
export const benchPrefix = 'BENCH '

/** The digits themselves, anywhere in a text. */
export const benchNumber = new RegExp(`(?<=${benchPrefix})\\d{6}`, 'g')

/**
 * Records the statements that the product runs, so the floor always runs the same SQL.
 */
export async function record(connectionString: string, work: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: openPool(connectionString, { poolSize: 2 }) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query: { sql, parameters } }) => {
      statements.push({ sql, parameters })
    },
  })
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
  return statements
}

/**
 * Only what writes, without the queries that check the request before: the statements of the transaction, or the last
 * one if there is none. `id` and `fresh` become placeholders.
 */
export function writingOf(statements: readonly Statement[], id: number, fresh: string): Statement[] {
  const begin = statements.findIndex(({ sql }) => /^(begin|start transaction)/i.test(sql))
  const inside =
    begin < 0 ? statements.slice(-1) : statements.slice(begin + 1).filter(({ sql }) => !/^commit/i.test(sql))
  const hollow = (value: unknown): unknown => {
    if (value === id) return idHole
    if (value === fresh) return freshHole
    return typeof value === 'string' ? value.replaceAll(`#${id}`, `#${idHole}`).replace(benchNumber, numberHole) : value
  }
  return inside.map(({ sql, parameters }) => ({ sql, parameters: parameters.map(hollow) }))
}
