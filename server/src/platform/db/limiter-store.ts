import { CompiledQuery } from 'kysely'
import type { IRateLimiterPostgresOptions } from 'rate-limiter-flexible'
import type { Db } from './connect.ts'

/** Settings of a limiter that counts in our database, in a table that exists, so that a limit holds across instances. */
export const inDatabase = (db: Db) =>
  ({
    storeClient: storeOn(db),
    storeType: 'client',
    tableName: 'login_throttle',
    tableCreated: true,
  }) satisfies Partial<IRateLimiterPostgresOptions>

/** The part of a pg client that the library needs, on our own pool. */
const storeOn = (db: Db) => ({
  query: async ({ text, values }: { text: string; values: unknown[] }) => {
    const { rows, numAffectedRows } = await db.withoutPlugins().executeQuery(CompiledQuery.raw(text, values))
    return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
  },
})
