import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import { type Db, openPool } from '../../server/src/db/connect.ts'
import type { DB } from '../../server/src/db/schema.ts'

/** A statement as the driver gets it. */
export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/**
 * Stand in for what differs from one replay to the next: the new row's id, a fresh name, and the six digits of a document
 * number. An index takes the same number over and over more cheaply than numbers that it has never seen.
 */
export const idHole = '\u0000id'
export const freshHole = '\u0000fresh'
export const numberHole = '\u0000number'

/** Before the digits of the document numbers that the benchmark writes. */
export const benchPrefix = 'BENCH '

/** The digits themselves, wherever they stand in a text. */
export const benchNumber = new RegExp(`(?<=${benchPrefix})\\d{6}`, 'g')

/**
 * The statements with which the product answers, so that the floor runs just the same SQL, also when the product's changes.
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

/** Only the transaction, without what was asked before it to judge the request; `id` and `fresh` become holes. */
export function transactionOf(statements: readonly Statement[], id: number, fresh: string): Statement[] {
  const begin = statements.findIndex(({ sql }) => /^(begin|start transaction)/i.test(sql))
  const inside = statements.slice(begin + 1).filter(({ sql }) => !/^commit/i.test(sql))
  const hollow = (value: unknown): unknown => {
    if (value === id) return idHole
    if (value === fresh) return freshHole
    return typeof value === 'string' ? value.replaceAll(`#${id}`, `#${idHole}`).replace(benchNumber, numberHole) : value
  }
  return inside.map(({ sql, parameters }) => ({ sql, parameters: parameters.map(hollow) }))
}
