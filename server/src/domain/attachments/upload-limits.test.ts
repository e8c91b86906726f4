import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@malote/core/shared/errors.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ensureSpace } from '../../platform/files/free-space.ts'
import { openStorage } from '../../platform/files/storage.ts'
import { bucketAt, bucketServer } from '../../test/bucket-server.ts'
import { multipart } from '../../test/client.ts'
import { faultProxy } from '../../test/fault-proxy.ts'
import { testOrganisation } from '../../test/organisation.ts'
import { file, samplePdf } from '../../test/sample-files.ts'
import { removeOrphanedFiles } from './remove-orphaned-files.ts'

const mebibyte = 1024 * 1024

describe('a form with files', () => {
  // proves 18.44, V2.4.1, V5.2.1
  it.each([
    ['a stranger', { 'content-length': '1000' }, 401, 'NOT_SIGNED_IN'],
    ['more than 25 files', { 'content-length': String(31 * mebibyte) }, 413, 'TOO_MANY_FILES'],
  ])('reads nothing of %s', async (_what, headers, status, code) => {
    const { app, sender, filesOnDisk, tokenOf } = await testOrganisation({ config: { UPLOAD_MAX_MB: 1 }, ownApp: true })
    const isStranger = status === 401
    // The body never ends: a response can come only from the headers.
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const token = isStranger ? 'nada' : await tokenOf(sender)
    const answer = await answerTo(address, { ...headers, authorization: `Bearer ${token}` })
    expect(answer).toContain(` ${status} `)
    expect(answer).toContain(code)
    expect(await filesOnDisk()).toEqual([])
  })

  // proves 18.44, V2.3.2
  it('counts what a person sends in a day, refused files too, and says when to go on', async () => {
    const { as, sender, recipient, form, filesOnDisk } = await testOrganisation({
      config: { UPLOAD_MAX_MB: 1, UPLOAD_DAILY_MB: 2 },
    })
    const send = (person: typeof sender, size: number) =>
      as(person).post('/api/protocols', multipart(form(), { attachment_0: file('a.txt', 'a'.repeat(size)) }))
    expect((await send(sender, 0.9 * mebibyte)).status).toBe(201)
    expect((await send(sender, 0.9 * mebibyte)).status).toBe(201)
    const refused = await send(sender, 0.9 * mebibyte)
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_UPLOADS' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600)
    expect(await filesOnDisk()).toHaveLength(2)
    // A small one still fits, and others are not concerned.
    expect((await send(sender, 1000)).status).toBe(201)
    expect((await send(recipient, 1000)).status).not.toBe(429)
  })

  // proves 18.44
  it('takes no more fields than the largest form has', async () => {
    const { as, sender, form } = await testOrganisation()
    const extra = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`extra_${index}`, 'x']))
    const reply = await as(sender).post('/api/protocols', multipart({ ...form(), ...extra }))
    expect(reply).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE' } })
    expect((await as(sender).post('/api/protocols', multipart(form()))).status).toBe(201)
  })

  it('has 2 MiB for all its fields together', async () => {
    const { as, sender, form } = await testOrganisation()
    const half = 'x'.repeat(1.2 * mebibyte)
    const reply = await as(sender).post('/api/protocols', multipart({ ...form(), remarks: half, items: half }))
    expect(reply).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE' } })
  })

  it('has them for fields that call themselves JSON, too', async () => {
    const { app, sender, tokenOf } = await testOrganisation()
    const value = JSON.stringify(['x'.repeat(1.2 * mebibyte)])
    const part = (name: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: application/json\r\n\r\n${value}\r\n`
    const headers = {
      authorization: `Bearer ${await tokenOf(sender)}`,
      'content-type': 'multipart/form-data; boundary=b',
    }
    const payload = `${part('remarks')}${part('items')}--b--\r\n`
    const reply = await app.inject({ method: 'POST', url: '/api/protocols', headers, payload })
    expect([reply.statusCode, reply.json().code]).toEqual([413, 'BODY_TOO_LARGE'])
  })
})

// proves 18.44
it('is refused while the disk is full', async () => {
  const disk = (free: number) => async () => ({ bavail: free / 4096, bsize: 4096 }) as never
  await expect(ensureSpace('/', 100 * mebibyte, disk(1024 * mebibyte))).resolves.toBeUndefined()
  await expect(ensureSpace('/', 900 * mebibyte, disk(1024 * mebibyte))).rejects.toThrow(AppError)
  await expect(ensureSpace('/', 1, disk(0))).rejects.toMatchObject({ code: 'STORAGE_FULL', kind: 'full' })
})

/** Sends the headers of a form and the beginning of a file, and nothing more. */
async function answerTo(address: string, headers: Record<string, string>): Promise<string> {
  const { connect } = await import('node:net')
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries({ ...headers, Host: 'malote', 'Content-Type': 'multipart/form-data; boundary=b' })
  const part = '--b\r\nContent-Disposition: form-data; name="attachment_0"; filename="a.txt"\r\n\r\nabc'
  socket.write(
    `POST /api/protocols HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${part}`,
  )
  const answer = await new Promise<string>((resolve, reject) => {
    let text = ''
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk
      if (text.includes('"code"')) resolve(text)
    })
  })
  socket.destroy()
  return answer
}

const files = { attachment_0: file('a.pdf', samplePdf), attachment_1: file('b.pdf', samplePdf) }

/** Sends a protocol of two items with one file each, always under the same key. */
function creationIn({ as, sender, form, itemType }: Awaited<ReturnType<typeof testOrganisation>>) {
  const items = [{ item_type_id: itemType.id }, { item_type_id: itemType.id }]
  return () => as(sender).post('/api/protocols', multipart(form({ items }), files), { 'idempotency-key': 'uma-vez' })
}

const unavailable = { status: 503, body: { message: expect.stringMatching(/novamente/) } }

// proves V16.5.2
it('a folder that cannot be written refuses the creation, and the next try makes it once', async () => {
  const organisation = await testOrganisation({ ownDatabase: true })
  const send = creationIn(organisation)
  const { DATA_DIR } = organisation.app.settings
  await mkdir(DATA_DIR, { recursive: true })
  await writeFile(join(DATA_DIR, 'files'), 'not a folder')

  expect(await send()).toMatchObject(unavailable)
  expect(await organisation.rowCounts()).toMatchObject({ protocols: 0, attachments: 0 })
  expect(await organisation.filesOnDisk()).toEqual([join(DATA_DIR, 'files')])

  await rm(join(DATA_DIR, 'files'))
  expect((await send()).status).toBe(201)
  expect(await organisation.rowCounts()).toMatchObject({ protocols: 1, attachments: 2 })
  expect(await organisation.filesOnDisk()).toHaveLength(2)
})

// proves 18.61, 19.27
it('a bucket that goes away between two files leaves no row, and what it kept is swept', async () => {
  const bucket = await bucketServer()
  const proxy = await faultProxy({ host: '127.0.0.1', port: bucket.port })
  onTestFinished(async () => {
    await proxy.close()
    await bucket.close()
  })
  const organisation = await testOrganisation({ ownDatabase: true, config: bucketAt(proxy.port) })
  const send = creationIn(organisation)
  // The S3 client warns that it cannot resend a stream.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  proxy.breakOnce({
    at: (sent) => {
      if (sent.startsWith('PUT') && bucket.objects.size === 1) proxy.goAway()
      return false
    },
    how: 'before',
  })

  expect(await send()).toMatchObject(unavailable)
  expect(await organisation.rowCounts()).toMatchObject({ protocols: 0, attachments: 0 })
  expect(bucket.objects.size).toBe(1)
  expect(await organisation.filesOnDisk()).toEqual([])

  proxy.heal()
  expect((await send()).status).toBe(201)
  expect(await organisation.rowCounts()).toMatchObject({ protocols: 1, attachments: 2 })
  const later = new Date(Date.now() + 2 * 3_600_000)
  const storage = openStorage(organisation.app.settings)
  expect(await removeOrphanedFiles(organisation.db, storage, later)).toMatchObject({ quarantined: 1, deleted: 0 })
  expect([...bucket.objects.keys()].filter((key) => key.includes('/quarantine/'))).toHaveLength(1)
  const muchLater = new Date(later.getTime() + 32 * 24 * 3_600_000)
  expect(await removeOrphanedFiles(organisation.db, storage, muchLater)).toMatchObject({ deleted: 1 })
  expect(bucket.objects.size).toBe(2)
})

// proves 19.27
it('a bucket that is away while a file is asked for is told as such', async () => {
  const bucket = await bucketServer()
  const proxy = await faultProxy({ host: '127.0.0.1', port: bucket.port })
  onTestFinished(async () => {
    await proxy.close()
    await bucket.close()
  })
  const organisation = await testOrganisation({ ownDatabase: true, config: bucketAt(proxy.port) })
  expect((await creationIn(organisation)()).status).toBe(201)
  const { id } = await organisation.db.selectFrom('attachments').select('id').limit(1).executeTakeFirstOrThrow()
  const download = () => organisation.as(organisation.sender).get(`/api/protocols/attachments/${id}/download`)

  proxy.goAway()
  expect(await download()).toMatchObject(unavailable)
  proxy.heal()
  expect((await download()).raw.equals(samplePdf)).toBe(true)
})
