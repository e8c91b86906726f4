import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { connect as connectTo } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { installationOf } from '../../platform/files/installation.ts'
import { openStorage } from '../../platform/files/storage.ts'
import { newStorageKey } from '../../platform/files/storage-key.ts'
import { loggedApp, type TestAppOptions } from '../../test/app.ts'
import { buildAdmin, buildUser } from '../../test/builders.ts'
import { clamdServer, eicar } from '../../test/clamd-server.ts'
import { clientOf, multipart, type TestFile } from '../../test/client.ts'
import { testOrganisation } from '../../test/organisation.ts'
import { file, sampleDocx, samplePdf, samplePng, sampleXlsx } from '../../test/sample-files.ts'
import { removeOrphanedFiles } from './remove-orphaned-files.ts'

const mebibyte = 1024 * 1024

async function organisationWith(files: Record<string, TestFile>, options?: TestAppOptions) {
  const organisation = await testOrganisation(options)
  const reply = await organisation.as(organisation.sender).post('/api/protocols', multipart(organisation.form(), files))
  const attachments = async () =>
    (await organisation.as(organisation.sender).get(`/api/protocols/${reply.body.protocol_id}`)).body.items[0]
      .attachments
  return { ...organisation, reply, attachments }
}

describe('attachments of a new protocol', () => {
  // proves 5.2.9, 7.4.3, 7.4.13, 11.22, V3.2.1, V4.1.1
  it.each([
    ['a.pdf', samplePdf, 'application/pdf'],
    ['a.PNG', samplePng, 'image/png'],
    ['a.docx', sampleDocx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['latin-1.txt', Buffer.from('Observação', 'latin1'), 'text/plain; charset=windows-1252'],
  ])('takes %s and serves it as what it is', async (name, content, contentType) => {
    const { as, db, sender, recipient, reply, attachments, filesOnDisk } = await organisationWith({
      attachment_0: file(name, content, 'text/html'),
    })
    expect(reply.status).toBe(201)
    const [attachment] = await attachments()
    expect(attachment).toMatchObject({ file_name: name, content_type: contentType, size_bytes: content.length })

    for (const person of [sender, recipient]) {
      const download = await as(person).get(`/api/protocols/attachments/${attachment.id}/download`)
      expect(download.status).toBe(200)
      expect(download.raw.equals(content)).toBe(true)
      expect(download.headers).toMatchObject({
        'content-type': contentType,
        'content-length': String(content.length),
        'content-disposition': `inline; filename="${name}"; filename*=UTF-8''${name}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'no-store',
      })
    }
    expect(await filesOnDisk()).toHaveLength(1)
    const { sha256 } = await db
      .selectFrom('attachments')
      .select('sha256')
      .where('id', '=', attachment.id)
      .executeTakeFirstOrThrow()
    expect(sha256).toEqual(createHash('sha256').update(content).digest())
  })

  // proves 5.2.9, 11.21, V5.2.2
  it.each([
    ['an extension that is not on the list', file('a.exe', 'MZ')],
    ['a page that calls itself a PDF', file('a.pdf', '<html><script>alert(1)</script></html>')],
    ['a spreadsheet that calls itself a document', file('a.docx', sampleXlsx)],
  ])('refuses %s', async (_what, bad) => {
    const { reply, filesOnDisk } = await organisationWith({ attachment_0: bad })
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.body.errors)).toEqual(['attachment_0'])
    expect(reply.body.message).toMatch(/^(Formato de arquivo não permitido|O arquivo está vazio)/)
    expect(await filesOnDisk()).toEqual([])
  })

  // proves 3.11
  it('refuses a file without its item, a second one, and one under another name', async () => {
    const { as, sender, form, filesOnDisk } = await testOrganisation()
    const send = (body: FormData) => as(sender).post('/api/protocols', body)
    const text = file('a.txt', 'Olá')
    expect((await send(multipart(form(), { attachment_1: text }))).body.errors).toEqual({
      attachment_1: 'Este anexo não pertence a nenhum item da lista',
    })
    const twice = multipart(form(), { attachment_0: text })
    twice.append('attachment_0', new Blob(['Outro']), 'b.txt')
    expect((await send(twice)).body.errors).toEqual({ attachment_0: 'Envie apenas um arquivo por item' })
    expect((await send(multipart(form(), { anexo: text }))).body.errors).toEqual({
      anexo: 'Arquivo inesperado neste campo',
    })
    expect(await filesOnDisk()).toEqual([])
  })

  // proves 11.21, V5.2.1
  it('takes a file of exactly the limit and refuses one more byte', async () => {
    const organisation = await testOrganisation({ config: { UPLOAD_MAX_MB: 1 } })
    const send = (size: number) =>
      organisation
        .as(organisation.sender)
        .post('/api/protocols', multipart(organisation.form(), { attachment_0: file('a.txt', 'a'.repeat(size)) }))
    const tooLarge = await send(mebibyte + 1)
    expect(tooLarge).toMatchObject({
      status: 413,
      body: { message: 'Cada arquivo pode ter no máximo 1 MB', errors: { attachment_0: expect.any(String) } },
    })
    expect(await organisation.filesOnDisk()).toEqual([])
    expect((await send(mebibyte)).status).toBe(201)
  })

  it('answers an upload that is refused half-way, and the connection goes on', async () => {
    const { app, sender, form, tokenOf } = await testOrganisation({ config: { UPLOAD_MAX_MB: 1 } })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { authorization: `Bearer ${await tokenOf(sender)}` }
    for (let attempt = 0; attempt < 3; attempt++) {
      const body = multipart(form(), { attachment_0: file('a.txt', 'a'.repeat(8 * mebibyte)) })
      const reply = await fetch(`${address}/api/protocols`, { method: 'POST', headers, body })
      expect(reply.status).toBe(413)
      expect(await reply.json()).toMatchObject({ message: 'Cada arquivo pode ter no máximo 1 MB' })
    }
    expect((await fetch(`${address}/api/protocols`, { headers })).status).toBe(200)
  })

  it('forgets an upload whose sender hangs up', async () => {
    const { app, sender, filesOnDisk, rowCounts, tokenOf } = await testOrganisation()
    const before = await rowCounts()
    const token = await tokenOf(sender)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const address = app.server.address()
    const socket = connectTo(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
    socket.write(
      [
        'POST /api/protocols HTTP/1.1',
        'Host: malote',
        `Authorization: Bearer ${token}`,
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 9000000',
        '',
        '--b',
        'Content-Disposition: form-data; name="attachment_0"; filename="a.txt"',
        '',
        'a'.repeat(100_000),
      ].join('\r\n'),
    )
    await expect.poll(filesOnDisk).toHaveLength(1)
    socket.resetAndDestroy()
    await expect.poll(filesOnDisk).toEqual([])
    expect(await rowCounts()).toEqual(before)
  })

  it('leaves nothing in the storage when something else of the form is wrong', async () => {
    const { as, sender, form, filesOnDisk } = await testOrganisation()
    const body = multipart(form({ remarks: '' }), { attachment_0: file('a.pdf', samplePdf) })
    expect((await as(sender).post('/api/protocols', body)).status).toBe(400)
    expect(await filesOnDisk()).toEqual([])
  })

  // proves V16.5.3
  it('leaves nothing in the storage when the database refuses', async () => {
    const { as, db, sender, form, filesOnDisk, takeErrorLogs } = await testOrganisation()
    await db.schema.alterTable('attachments').renameTo('attachments_away').execute()
    try {
      const body = multipart(form(), { attachment_0: file('a.pdf', samplePdf) })
      expect((await as(sender).post('/api/protocols', body)).status).toBe(500)
    } finally {
      await db.schema.alterTable('attachments_away').renameTo('attachments').execute()
    }
    expect(takeErrorLogs()).toHaveLength(1)
    expect(await filesOnDisk()).toEqual([])
  })

  // proves V1.2.1, V1.3.3, V5.4.1, V5.4.2
  it.each([
    ['../../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\ana\\Relatório final.txt', 'Relatório final.txt'],
    ['Açúcar & "aspas" 日本.txt', 'Açúcar & "aspas" 日本.txt'],
    ['nota\u202Etxt.txt', 'notatxt.txt'],
    [`${'á'.repeat(300)}.txt`, `${'á'.repeat(251)}.txt`],
  ])('makes a harmless name of %s', async (sent, kept) => {
    const { as, sender, reply, attachments } = await organisationWith({ attachment_0: file(sent, 'Olá') })
    expect(reply.status).toBe(201)
    const [attachment] = await attachments()
    expect(attachment.file_name).toBe(kept)
    const { headers } = await as(sender).get(`/api/protocols/attachments/${attachment.id}/download`)
    const name = /filename\*=UTF-8''(\S+)$/.exec(String(headers['content-disposition']))?.[1] ?? ''
    expect(decodeURIComponent(name)).toBe(kept)
  })
})

describe('GET /api/protocols/attachments/{id}/download', () => {
  // proves 10.1
  it('is not there for other departments, and is for an Admin', async () => {
    const { as, db, attachments } = await organisationWith({ attachment_0: file('a.txt', 'Olá') })
    const [{ id }] = await attachments()
    const path = `/api/protocols/attachments/${id}/download`
    expect(await as(await buildUser(db)).get(path)).toMatchObject({
      status: 404,
      body: { message: 'Anexo não encontrado' },
    })
    expect((await as(await buildAdmin(db)).get(path)).status).toBe(200)
    expect((await as(await buildAdmin(db)).get('/api/protocols/attachments/999999/download')).status).toBe(404)
    expect((await as(await buildAdmin(db)).get('/api/protocols/attachments/abc/download')).status).toBe(404)
  })

  it('says so when the storage has lost the file', async () => {
    const { as, sender, attachments, filesOnDisk } = await organisationWith({ attachment_0: file('a.txt', 'Olá') })
    const [{ id }] = await attachments()
    for (const path of await filesOnDisk()) await rm(path)
    const reply = await as(sender).get(`/api/protocols/attachments/${id}/download`)
    expect(reply).toMatchObject({ status: 404, body: { message: 'O arquivo deste anexo não está mais disponível' } })
  })
})

describe('removeOrphanedFiles', () => {
  // A sweep also counts what other tests leave behind.
  const apart = { ownDatabase: true }
  const nameOf = (month: string, digit: string) => `${month}/${digit.repeat(40)}`

  /** Creates files below the data folder, last changed the given number of hours before `now`. */
  async function leave(dataDir: string, now: Date, files: Record<string, number>) {
    for (const [name, hours] of Object.entries(files)) {
      const path = join(dataDir, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, 'x')
      const then = new Date(now.getTime() - hours * 3_600_000)
      await utimes(path, then, then)
    }
  }

  // proves 18.61
  it('puts away what has no row and is older than an hour, and deletes it after thirty days', async () => {
    const { app, db, filesOnDisk } = await organisationWith({ attachment_0: file('a.txt', 'Olá') }, apart)
    const storage = openStorage(app.settings)
    const installation = await installationOf(db)
    const now = new Date()
    const month = now.toISOString().slice(0, 7)
    const [kept = ''] = await filesOnDisk()
    const { DATA_DIR } = app.settings
    await utimes(kept, new Date(now.getTime() - 2 * 3_600_000), new Date(now.getTime() - 2 * 3_600_000))
    const untouched = [
      `files/${installation}/${nameOf(month, 'b')}`,
      `files/${installation}/${month}/leia-me.txt`,
      `files/${randomUUID()}/${nameOf(month, 'a')}`,
      `files/${nameOf(month, 'a')}`,
    ]
    const old = `files/${installation}/${nameOf(month, 'a')}`
    await leave(DATA_DIR, now, Object.fromEntries([old, ...untouched].map((name) => [name, 2])))
    await leave(DATA_DIR, now, { [untouched[0] ?? '']: 0, 'incoming/velho': 2, 'incoming/novo': 0 })

    const nothing = { abandoned: 0, quarantined: 0, restored: 0, deleted: 0 }
    expect(await removeOrphanedFiles(db, storage, now)).toEqual({ ...nothing, abandoned: 1, quarantined: 1 })
    const quarantined = `files/${installation}/quarantine/${now.toISOString().slice(0, 10)}/${nameOf(month, 'a')}`
    const left = ['incoming/novo', ...untouched].map((name) => join(DATA_DIR, name)).concat(kept)
    expect((await filesOnDisk()).sort()).toEqual([...left, join(DATA_DIR, quarantined)].sort())

    // `young` is old by then.
    const afterDays = (days: number) => removeOrphanedFiles(db, storage, new Date(now.getTime() + days * 86_400_000))
    expect(await afterDays(29)).toEqual({ ...nothing, abandoned: 1, quarantined: 1 })
    expect(await filesOnDisk()).toContain(join(DATA_DIR, quarantined))
    expect(await afterDays(31)).toEqual({ ...nothing, deleted: 1 })
    expect(await filesOnDisk()).not.toContain(join(DATA_DIR, quarantined))
    expect(await filesOnDisk()).toEqual(expect.arrayContaining(untouched.slice(1).map((name) => join(DATA_DIR, name))))
  })

  // proves 18.61
  it('puts a file back whose row is there again', async () => {
    const { app, as, db, sender, attachments, filesOnDisk } = await organisationWith(
      { attachment_0: file('a.txt', 'Olá') },
      apart,
    )
    const storage = openStorage(app.settings)
    const [{ id }] = await attachments()
    const setKey = (storageKey: string) =>
      db.updateTable('attachments').set({ storageKey }).where('id', '=', id).execute()
    const { storageKey } = await db
      .selectFrom('attachments')
      .select('storageKey')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await setKey(newStorageKey(randomUUID(), new Date()))
    const later = new Date(Date.now() + 2 * 3_600_000)
    expect(await removeOrphanedFiles(db, storage, later)).toMatchObject({ quarantined: 1, restored: 0 })
    expect((await filesOnDisk())[0]).toContain('/quarantine/')

    await setKey(storageKey)
    expect(await removeOrphanedFiles(db, storage, later)).toMatchObject({ quarantined: 0, restored: 1, deleted: 0 })
    const download = await as(sender).get(`/api/protocols/attachments/${id}/download`)
    expect(download.raw.toString()).toBe('Olá')
  })

  it('goes through every month since the last time, however long the server was off', async () => {
    const { app, db } = await organisationWith({ attachment_0: file('a.txt', 'Olá') }, apart)
    const storage = openStorage(app.settings)
    const installation = await installationOf(db)
    await removeOrphanedFiles(db, storage, new Date('2027-01-31T23:30:00Z'))

    const now = new Date('2027-08-02T03:30:00Z')
    const months = ['2027-01', '2027-02', '2027-07', '2027-08']
    await leave(
      app.settings.DATA_DIR,
      now,
      Object.fromEntries(months.map((month) => [`files/${installation}/${nameOf(month, 'c')}`, 30])),
    )
    expect(await removeOrphanedFiles(db, storage, now)).toMatchObject({ quarantined: 4 })
  })
})

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

// proves 18.67, V16.3.3
it('the security log and the audit have who sent a virus, and which; the audit counts its repetitions', async () => {
  const { app, db, sender, form, tokenOf } = await organisationWithScanner()
  const { app: audited, lines } = await loggedApp({ db, config: app.settings })
  const body = () => multipart(form(), { attachment_0: file('b.txt', eicar) })
  const client = clientOf(audited, () => tokenOf(sender))
  for (let sent = 0; sent < 3; sent += 1) expect((await client.post('/api/protocols', body())).status).toBe(422)
  await audited.close()
  expect(lines.slice(0, 2).map((line) => JSON.parse(line))).toMatchObject([
    { event: 'infected-file', signature: 'Eicar-Signature' },
    { event: 'infected-file', status: 422, userId: sender.id, code: 'FILE_INFECTED', address: '127.0.0.1' },
  ])
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
