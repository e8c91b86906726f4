import { expect, it } from 'vitest'
import { organisationBehindProxy } from '../../../test/behind-proxy.ts'
import { multipart } from '../../../test/client.ts'
import { atCommit } from '../../../test/fault-proxy.ts'
import type { testOrganisation } from '../../../test/organisation.ts'
import { file, samplePdf } from '../../../test/sample-files.ts'

const download = async ({ as, sender }: Awaited<ReturnType<typeof testOrganisation>>, protocolId: number) => {
  const { body } = await as(sender).get(`/api/protocols/${protocolId}`)
  const [attachment] = body.items[0].attachments
  return as(sender).get(`/api/protocols/attachments/${attachment.id}/download`)
}

// proves 12.24
it('keeps the files of a creation whose commit was applied and never confirmed', async () => {
  const organisation = await organisationBehindProxy()
  const { as, sender, form, proxy, db } = organisation
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
  const { status, raw } = await download(organisation, id)
  expect(status).toBe(200)
  expect(raw.equals(samplePdf)).toBe(true)
  expect(await organisation.filesOnDisk()).toHaveLength(1)
})

it('gives a line up on which nothing comes any more, and keeps the files when that was the commit', async () => {
  const { as, sender, form, proxy, db, filesOnDisk } = await organisationBehindProxy({ statementTimeout: 500 })
  const send = () => as(sender).post('/api/protocols', multipart(form(), { attachment_0: file('a.pdf', samplePdf) }))
  await as(sender).get('/api/auth/me')

  proxy.breakOnce(atCommit('stall'))
  expect(await send()).toMatchObject({ status: 503, body: { code: 'OUTCOME_UNKNOWN' } })
  expect(await db.selectFrom('protocols').select('id').execute()).toHaveLength(1)
  expect(await filesOnDisk()).toHaveLength(1)
})

it('removes the files of a creation that certainly was not committed', async () => {
  const { as, sender, form, proxy, db, filesOnDisk } = await organisationBehindProxy()
  const send = () => as(sender).post('/api/protocols', multipart(form(), { attachment_0: file('a.pdf', samplePdf) }))
  await as(sender).get('/api/auth/me')

  proxy.breakOnce({ at: (sent) => /insert into "attachments"/.test(sent), how: 'after' })
  expect(await send()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect(proxy.broken()).toBeDefined()
  expect(await db.selectFrom('protocols').select('id').execute()).toEqual([])
  expect(await filesOnDisk()).toEqual([])
})

const atCreation = (how: 'before' | 'after') => ({ at: (sent: string) => /insert into protocols/.test(sent), how })

it.each([
  ['was lost on its way', 'before', 0],
  ['was applied and never confirmed', 'after', 1],
] as const)('says of a creation that %s that it can be sent again', async (_, how, created) => {
  const { as, sender, form, proxy, db } = await organisationBehindProxy()
  const send = (headers = {}) => as(sender).post('/api/protocols', form(), headers)
  const protocols = () => db.selectFrom('protocols').select('id').execute()
  await as(sender).get('/api/auth/me')

  proxy.breakOnce(atCreation(how))
  expect(await send({ 'idempotency-key': 'uma-vez' })).toMatchObject({
    status: 503,
    body: { code: 'OUTCOME_UNKNOWN', message: expect.stringContaining('Envie de novo') },
  })
  expect(await protocols()).toHaveLength(created)
  expect((await send({ 'idempotency-key': 'uma-vez' })).status).toBe(201)
  expect(await protocols()).toHaveLength(1)

  proxy.breakOnce(atCreation(how))
  expect(await send()).toMatchObject({
    status: 503,
    body: { code: 'OUTCOME_UNKNOWN', message: expect.stringContaining('Confira') },
  })
})
