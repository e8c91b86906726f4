import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { createProtocol } from '../../server/src/features/protocols/create/create-protocols.ts'
import type { Storage } from '../../server/src/platform/files/storage.ts'
import { mostNotifiedPerHour } from '../../server/src/platform/http/fair-use.ts'
import { departments } from './generate-organisation.ts'
import { newProtocol } from './new-protocol.ts'
import { record, type Statement, writingOf } from './record.ts'
import { productsFairUse } from './servers.ts'
import type { Stage } from './stage.ts'

/** Records the statements by which some real creations are written, for the floor to replay. */
export async function replayedCreations(stage: Stage): Promise<Statement[][]> {
  const context = { storage: { incoming: tmpdir() } as Storage, timeZone: 'America/Sao_Paulo', now: new Date() }
  const variants = []
  for (let n = 0; n < departments; n += 1) {
    const { origin, body } = newProtocol(stage, n % 2 === 0)
    const key = randomUUID()
    const sender = { ...origin, address: '127.0.0.1', mostNotified: mostNotifiedPerHour(productsFairUse), audited: [] }
    let id = 0
    const statements = await record(stage.databaseUrl, async (db) => {
      id = (await createProtocol(db, sender, { fields: body, files: [], fieldErrors: {} }, { ...context, key })).id
    })
    variants.push(writingOf(statements, id, key))
  }
  return variants
}

/** The same statements without the rows that are derived from the facts. */
export const withoutDerived = (variants: readonly Statement[][]): Statement[][] =>
  variants.map((statements) =>
    statements.map((statement) => {
      const sql = statement.sql.replace(derivedTables, ' ')
      if (sql === statement.sql) throw new Error('the statement of a creation derives nothing')
      return { ...statement, sql }
    }),
  )

/** From the first derived table of the statement (`insertion.ts`) to what it returns. */
const derivedTables = /,\s*sides as \([\s\S]*?\)\s*(?=select \(select id from protocol\))/
