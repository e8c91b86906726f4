import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { createProtocol } from '../../server/src/features/protocols/create/create-protocol.ts'
import type { Storage } from '../../server/src/files/storage.ts'
import { departments } from './generate-organisation.ts'
import { newProtocol } from './new-protocol.ts'
import { record, type Statement, transactionOf } from './record.ts'
import type { Stage } from './stage.ts'

/** Records the transactions of some real creations for the floor to replay. */
export async function replayedCreations(stage: Stage): Promise<Statement[][]> {
  const context = { storage: { incoming: tmpdir() } as Storage, timeZone: 'America/Sao_Paulo', now: new Date() }
  const variants = []
  for (let n = 0; n < departments; n += 1) {
    const { origin, body } = newProtocol(stage, n % 2 === 0)
    const key = randomUUID()
    const sender = { ...origin, address: '127.0.0.1', mostNotified: Infinity, audited: [] }
    let id = 0
    const statements = await record(stage.databaseUrl, async (db) => {
      id = (await createProtocol(db, sender, { fields: body, files: [], fieldErrors: {} }, { ...context, key })).id
    })
    variants.push(transactionOf(statements, id, key))
  }
  return variants
}
