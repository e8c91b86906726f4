import { lookup } from 'node:dns/promises'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { buildProtocol } from '../../test/builders.ts'
import { testOrganisation } from '../../test/organisation.ts'
import { connect, type Db } from './connect.ts'
import { failureOf } from './failures.ts'

// proves 19.40
it('a database whose name cannot be resolved is unavailable', async () => {
  const error = await lookup('banco.invalid').catch((reason: unknown) => reason)
  expect(failureOf(error)).toMatchObject({ code: 'UNAVAILABLE' })
})

it('a bug is not taken for an outage', () => {
  expect(failureOf(new TypeError('x is not a function'))).toBeUndefined()
})

/** An organisation whose database has a setting of the operator's by the time the app connects to it. */
async function organisationWith(setting: string) {
  const organisation = await testOrganisation({
    ownDatabase: true,
    appDatabase: async (connectionString) => {
      const db = connect(connectionString)
      onTestFinished(() => db.destroy())
      return db
    },
  })
  const { db } = organisation
  const { rows } = await sql<{ name: string }>`select quote_ident(current_database()) as name`.execute(db)
  await sql.raw(`alter database ${rows[0]?.name} set ${setting}`).execute(db)
  return organisation
}

it('a database that only reads refuses what is written, for now, and goes on answering', async () => {
  const { as, db, sender, form, rowCounts } = await organisationWith('default_transaction_read_only = on')
  const client = as(sender)
  const { id } = await buildProtocol(db, { originDepartmentId: sender.departmentId ?? 0 })
  // A session whose use would be written down.
  await client.get('/api/nowhere')
  await db.updateTable('sessions').set({ lastSeenAt: '2026-01-01T00:00:00Z' }).execute()
  const before = await rowCounts()

  expect((await client.get(`/api/protocols/${id}`)).status).toBe(200)
  const unavailable = { status: 503, body: { code: 'UNAVAILABLE' } }
  expect(await client.post('/api/protocols', form())).toMatchObject(unavailable)
  expect(await client.post('/api/protocols', form(), { 'idempotency-key': 'uma-vez' })).toMatchObject(unavailable)
  expect(await client.post(`/api/protocols/${id}/comments`, { text: 'Segue' })).toMatchObject(unavailable)
  expect(await rowCounts()).toEqual(before)
})

it('a request waits five seconds for a lock, and a job as long as it takes', async () => {
  const { app, as, db, recipient, destination } = await testOrganisation()
  const { id } = await buildProtocol(db, { destinationDepartmentId: destination.id, status: protocolStatus.pending })
  const limit = async (on: Db) => {
    const { rows } = await on.transaction().execute((trx) =>
      sql<{ limit: string }>`
      select current_setting('lock_timeout') as limit`.execute(trx),
    )
    return rows[0]?.limit
  }
  expect(await limit(app.db)).toBe('5s')
  expect(await limit(db)).toBe('0')
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('protocols').select('id').where('id', '=', id).forUpdate().execute()
    const reply = await as(recipient).post(`/api/protocols/${id}/receive`)
    expect(reply).toMatchObject({ status: 409, body: { code: 'BUSY' } })
  })
})

it('a lock that takes longer than the operator lets it is no bug', async () => {
  const { as, db, recipient, destination } = await organisationWith("lock_timeout = '100ms'")
  const { id } = await buildProtocol(db, { destinationDepartmentId: destination.id, status: protocolStatus.pending })
  const client = as(recipient)
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('protocols').select('id').where('id', '=', id).forUpdate().execute()
    expect(await client.post(`/api/protocols/${id}/receive`)).toMatchObject({ status: 409, body: { code: 'BUSY' } })
  })
  expect((await client.post(`/api/protocols/${id}/receive`)).status).toBe(200)
})
