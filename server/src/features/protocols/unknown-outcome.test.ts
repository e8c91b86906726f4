import { expect, it, onTestFinished } from 'vitest'
import { connect } from '../../db/connect.ts'
import { multipart } from '../../test/client.ts'
import { atCommit, databaseProxy, type FaultProxy } from '../../test/fault-proxy.ts'
import { file, samplePdf } from '../../test/sample-files.ts'
import { testOffice } from './protocols.test-setup.ts'

/** An office whose app reaches the database through a proxy; the test itself asks directly. */
async function officeBehindProxy() {
  let proxy: FaultProxy | undefined
  const office = await testOffice({
    ownDatabase: true,
    appDatabase: async (connectionString) => {
      const opened = await databaseProxy(connectionString)
      proxy = opened
      const db = connect(opened.connectionString, { poolSize: 5 })
      onTestFinished(async () => {
        await db.destroy()
        await opened.close()
      })
      return db
    },
  })
  if (!proxy) throw new Error('the app was given no database')
  return { ...office, proxy }
}

const download = async ({ as, sender }: Awaited<ReturnType<typeof testOffice>>, protocolId: number) => {
  const { body } = await as(sender).get(`/api/protocols/${protocolId}`)
  const [attachment] = body.items[0].attachments
  return as(sender).get(`/api/protocols/attachments/${attachment.id}/download`)
}

it('keeps the files of a creation whose commit was applied and never confirmed', async () => {
  const office = await officeBehindProxy()
  const { as, sender, form, proxy, db } = office
  const send = () =>
    as(sender).post('/api/protocols', multipart(form(), { attachment_0: file('a.pdf', samplePdf) }), {
      'idempotency-key': 'uma-vez',
    })
  await as(sender).get('/api/auth/me')

  proxy.breakOnce(atCommit('after'))
  const first = await send()
  expect(proxy.broken()).toBe('commit')
  expect(first).toMatchObject({ status: 503, body: { code: 'OUTCOME_UNKNOWN' } })
  const { id } = await db.selectFrom('protocols').select('id').executeTakeFirstOrThrow()

  const retry = await send()
  expect(retry).toMatchObject({ status: 201, body: { protocol_id: id } })
  const { status, raw } = await download(office, id)
  expect(status).toBe(200)
  expect(raw.equals(samplePdf)).toBe(true)
  expect(await office.filesOnDisk()).toHaveLength(1)
})

it('removes the files of a creation that certainly was not committed', async () => {
  const { as, sender, form, proxy, db, filesOnDisk } = await officeBehindProxy()
  const send = () => as(sender).post('/api/protocols', multipart(form(), { attachment_0: file('a.pdf', samplePdf) }))
  await as(sender).get('/api/auth/me')

  proxy.breakOnce({ at: (sent) => /insert into "attachments"/.test(sent), how: 'after' })
  expect(await send()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect(proxy.broken()).toBeDefined()
  expect(await db.selectFrom('protocols').select('id').execute()).toEqual([])
  expect(await filesOnDisk()).toEqual([])
})
