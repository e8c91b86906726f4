import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { clamdServer, eicar } from '../../test/clamd-server.ts'
import { clientOf, multipart } from '../../test/client.ts'
import { testOrganisation } from '../../test/organisation.ts'
import { file, samplePdf } from '../../test/sample-files.ts'

const sentence = 'b.txt parece conter um vírus e não foi guardado.'
const unscanned = 'a.pdf contém vírus. Tente novamente em alguns minutos.'

async function organisationWithScanner(onFailure: 'refuse' | 'accept' = 'refuse') {
  const clamd = await clamdServer()
  onTestFinished(clamd.close)
  const organisation = await testOrganisation({ config: { CLAMAV_HOST: clamd.host, CLAMAV_ON_FAILURE: onFailure } })
  const { as, sender, form, itemType } = organisation
  const items = [{ item_type_id: itemType.id }, { item_type_id: itemType.id }]
  const send = (second: string) => {
    const files = { attachment_0: file('a.pdf', samplePdf), attachment_1: file('b.txt', second) }
    return as(sender).post('/api/protocols', multipart(form({ items }), files))
  }
  return { ...organisation, clamd, send }
}

// proves 18.67, V5.4.3
it('a file with a virus is not kept, and neither is what it came with', async () => {
  const { send, rowCounts, filesOnDisk, clamd } = await organisationWithScanner()
  const before = await rowCounts()
  expect(await send(`${eicar}\n`)).toMatchObject({
    status: 422,
    body: { message: sentence, code: 'FILE_INFECTED', errors: { attachment_1: sentence } },
  })
  expect(clamd.scanned).toHaveLength(2)
  expect(await rowCounts()).toEqual(before)
  expect(await filesOnDisk()).toEqual([])
  expect((await send('Olá')).status).toBe(201)
  expect(await filesOnDisk()).toHaveLength(2)
})

// proves 18.67
it('a file with a virus is not added by an edit', async () => {
  const { send, as, sender, filesOnDisk } = await organisationWithScanner()
  const { body } = await send('Olá')
  const path = `/api/protocols/${body.protocol_id}`
  const { remarks, items } = (await as(sender).get(path)).body
  const edit = multipart({ remarks, items }, { attachment_0: file('b.txt', eicar) })
  expect(await as(sender).put(path, edit)).toMatchObject({ status: 422, body: { message: sentence } })
  expect(await filesOnDisk()).toHaveLength(2)
})

// proves 18.68, V16.5.3
it.each(['', 'INSTREAM size limit exceeded. ERROR\0'])(
  'a scanner that answers %j refuses the file, and says so at it',
  async (answer) => {
    const { send, filesOnDisk, clamd } = await organisationWithScanner()
    clamd.answerWith(answer)
    expect(await send('Olá')).toMatchObject({
      status: 503,
      body: { code: 'SCAN_UNAVAILABLE', errors: { attachment_0: expect.stringContaining(unscanned) } },
    })
    expect(await filesOnDisk()).toEqual([])
  },
)

// proves 18.68
it('without the scanner files are accepted and marked, when it is configured so', async () => {
  const { send, as, sender, clamd } = await organisationWithScanner('accept')
  const attachmentsOf = async (reply: Awaited<ReturnType<typeof send>>) => {
    expect(reply.status).toBe(201)
    const { body } = await as(sender).get(`/api/protocols/${reply.body.protocol_id}`)
    return body.items.flatMap((item: { attachments: object[] }) => item.attachments)
  }
  for (const attachment of await attachmentsOf(await send('Olá'))) expect(attachment).not.toHaveProperty('scan_skipped')
  await clamd.close()
  const unmarked = (await attachmentsOf(await send('Olá'))).filter(
    (attachment: { scan_skipped?: boolean }) => attachment.scan_skipped !== true,
  )
  expect(unmarked).toEqual([])
})

// proves 18.67
it('the security log has who sent a virus, and which', async () => {
  const { app, db, sender, form, tokenOf } = await organisationWithScanner()
  const lines: string[] = []
  const stream = { write: (line: string) => lines.push(line) }
  const logged = await buildApp({ db, config: app.settings, logger: { level: 'warn', stream } })
  onTestFinished(() => logged.close())
  const body = multipart(form(), { attachment_0: file('b.txt', eicar) })
  await clientOf(logged, () => tokenOf(sender)).post('/api/protocols', body)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'infected-file', signature: 'Eicar-Signature' },
    { event: 'infected-file', status: 422, userId: sender.id, code: 'FILE_INFECTED', address: '127.0.0.1' },
  ])
})

// proves 18.67, V16.3.3
it('the audit has who sent a virus, in which file, and counts its repetitions', async () => {
  const { app, db, sender, form, tokenOf } = await organisationWithScanner()
  const audited = await buildApp({ db, config: app.settings })
  const body = () => multipart(form(), { attachment_0: file('b.txt', eicar) })
  const client = clientOf(audited, () => tokenOf(sender))
  for (let sent = 0; sent < 3; sent += 1) expect((await client.post('/api/protocols', body())).status).toBe(422)
  await audited.close()
  const events = await db
    .selectFrom('auditEvents')
    .select(['actorId', 'address', 'after'])
    .where('action', '=', 'infected-file')
    .where('actorId', '=', sender.id)
    .orderBy('id')
    .execute()
  const found = { file_name: 'b.txt', signature: 'Eicar-Signature' }
  const about = { actorId: sender.id, address: '127.0.0.1' }
  expect(events).toEqual([
    { ...about, after: found },
    { ...about, after: { ...found, repeated: 2 } },
  ])
})
