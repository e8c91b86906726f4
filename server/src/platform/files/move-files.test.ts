import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { MultipartFile } from '@fastify/multipart'
import { creationFormats } from '@malote/core/items/attachment-formats.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { blackOutAttachment } from '../../domain/attachments/attachments.repo.ts'
import { removeOrphanedFiles } from '../../domain/attachments/remove-orphaned-files.ts'
import { type BucketServer, bucketAt, bucketServer } from '../../test/bucket-server.ts'
import { clamdServer, eicar } from '../../test/clamd-server.ts'
import { multipart } from '../../test/client.ts'
import { silentServer } from '../../test/mail-server.ts'
import { testOrganisation } from '../../test/organisation.ts'
import {
  file,
  sampleDoc,
  sampleGif,
  sampleJpg,
  samplePdf,
  samplePng,
  sampleXlsx,
  testFolder,
} from '../../test/sample-files.ts'
import type { Trx } from '../db/connect.ts'
import { checkedContent } from './checked-content.ts'
import { type FileStore, openFileStore } from './file-store.ts'
import { installationOf } from './installation.ts'
import { moveFiles } from './move-files.ts'
import { receiveFile } from './receive-file.ts'
import { openScanner, scanFile } from './scanner.ts'
import { openStorage } from './storage.ts'
import { inQuarantine, newStorageKey } from './storage-key.ts'
import { verifyFiles } from './verify-files.ts'

let bucket: BucketServer
let organisation: Awaited<ReturnType<typeof testOrganisation>>

beforeAll(async () => {
  bucket = await bucketServer()
  const config = { ...bucketAt(bucket.port), FILES_STORE: 'disk', DATA_DIR: testFolder() } as const
  organisation = await testOrganisation({ ownDatabase: true, config })
  const { as, sender, form, itemType } = organisation
  const items = Array.from({ length: 3 }, () => ({ item_type_id: itemType.id }))
  const files = Object.fromEntries(items.map((_, index) => [`attachment_${index}`, file(`${index}.pdf`, samplePdf)]))
  expect((await as(sender).post('/api/protocols', multipart(form({ items }), files))).status).toBe(201)
})
afterAll(() => bucket.close())

const keys = async () =>
  (await organisation.db.selectFrom('attachments').select('storageKey').orderBy('id').execute()).map(
    (row) => row.storageKey,
  )

const download = async (id: number) =>
  (await organisation.as(organisation.sender).get(`/api/protocols/attachments/${id}/download`)).raw

/** Every attachment, as the server reads it. */
async function expectAllReadable() {
  for (const { id } of await organisation.db.selectFrom('attachments').select('id').execute()) {
    expect((await download(id)).equals(samplePdf)).toBe(true)
  }
}

const parts = () => {
  const { settings } = organisation.app
  return {
    disk: openFileStore(settings, 'disk'),
    s3: openFileStore(settings, 's3'),
    incoming: openStorage(settings).incoming,
  }
}

// proves 19.25
it('moves attachments to the bucket although it is interrupted, and they can be read at any moment', async () => {
  const { disk, s3, incoming } = parts()
  const [, second = ''] = await keys()
  const dying: FileStore = {
    ...s3,
    async keep(path, key, type) {
      if (key === second) throw new Error('interrupted')
      await s3.keep(path, key, type)
    },
  }
  await expect(moveFiles(organisation.db, { from: disk, to: dying, incoming })).rejects.toThrow('interrupted')
  expect([...bucket.objects.keys()]).toHaveLength(1)
  await expectAllReadable()

  // As a process that is killed before it deletes the original.
  const undying: FileStore = { ...disk, remove: async () => {} }
  expect(await moveFiles(organisation.db, { from: undying, to: s3, incoming })).toMatchObject({ moved: 2, present: 1 })
  await expectAllReadable()
  expect(await moveFiles(organisation.db, { from: disk, to: s3, incoming })).toEqual({
    moved: 2,
    present: 1,
    problems: [],
  })
  expect([...bucket.objects.keys()].sort()).toEqual((await keys()).sort())
  expect(await readdir(incoming)).toEqual([])
  await expectAllReadable()
})

// proves 19.25, 19.26
it('leaves a file where it is when it is not what its checksum says, and moves the others back', async () => {
  const { disk, s3, incoming } = parts()
  const [first = '', ...others] = await keys()
  const original = bucket.objects.get(first) ?? Buffer.of()
  bucket.objects.set(first, Buffer.from('outra coisa'))
  expect(await verifyFiles(organisation.db, openStorage(organisation.app.settings))).toEqual({
    files: 3,
    broken: [expect.stringContaining('o conteúdo mudou')],
  })
  const moved = await moveFiles(organisation.db, { from: s3, to: disk, incoming })
  expect(moved).toMatchObject({ moved: 2, problems: [expect.stringContaining('ficou onde está')] })
  expect([...bucket.objects.keys()]).toEqual([first])
  for (const key of others)
    expect(await disk.read(key).then((content) => content && buffer(content))).toEqual(samplePdf)
  bucket.objects.set(first, original)
  await expectAllReadable()
  expect(await verifyFiles(organisation.db, openStorage(organisation.app.settings))).toEqual({ files: 3, broken: [] })
})

// proves 19.25
it('sweeps what no row knows in both stores, and takes the quarantine along', async () => {
  const { disk, s3, incoming } = parts()
  const installation = await installationOf(organisation.db)
  const now = new Date()
  for (const store of [disk, s3]) {
    const path = join(organisation.app.settings.DATA_DIR, 'orphan')
    await writeFile(path, randomBytes(10))
    await store.keep(path, newStorageKey(installation, now), 'text/plain')
  }
  const later = new Date(now.getTime() + 2 * 3_600_000)
  const storage = openStorage(organisation.app.settings)
  expect(await removeOrphanedFiles(organisation.db, storage, later)).toMatchObject({ quarantined: 2 })
  await moveFiles(organisation.db, { from: s3, to: disk, incoming })
  expect([...bucket.objects.keys()]).toEqual([])
  const day = inQuarantine(installation, later.toISOString().slice(0, 10), newStorageKey(installation, now)).slice(
    0,
    -49,
  )
  const left: string[] = []
  for await (const key of disk.list(day)) left.push(key)
  expect(left.length).toBeGreaterThanOrEqual(1)
  await expectAllReadable()
})

// proves 19.26
it('a changed file is never received as a whole one', async () => {
  const [first = ''] = await keys()
  const place = join(organisation.app.settings.DATA_DIR, 'files', first)
  const { id } = await organisation.db
    .selectFrom('attachments')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const reply = () => organisation.as(organisation.sender).get(`/api/protocols/attachments/${id}/download`)
  await writeFile(place, Buffer.concat([samplePdf.subarray(0, -1), Buffer.from('!')]))
  expect(await reply()).toMatchObject({ status: 404, body: { message: 'O arquivo deste anexo está danificado' } })
  expect(organisation.takeErrorLogs().join()).toContain('attachment was changed')
  await writeFile(place, samplePdf)
  expect((await reply()).status).toBe(200)

  const large = Readable.from([Buffer.alloc(100_000), Buffer.alloc(100_000)])
  const received: Buffer[] = []
  const content = await checkedContent(large, Buffer.alloc(32), () => {})
  await expect(
    (async () => {
      for await (const chunk of content) received.push(chunk)
    })(),
  ).rejects.toThrow('does not match its checksum')
  expect(Buffer.concat(received)).toHaveLength(100_000)
})

it('a file that is removed while it is moved is gone from both stores, and from wherever it comes back', async () => {
  const { disk, s3, incoming } = parts()
  const { db, app } = organisation
  const storage = openStorage(app.settings)
  const installation = await installationOf(db)
  const store = async (target: Pick<FileStore, 'keep'>, key: string) => {
    const path = join(app.settings.DATA_DIR, 'copy')
    await writeFile(path, samplePdf)
    await target.keep(path, key, 'application/pdf')
  }
  const rows = await db.selectFrom('attachments').selectAll().orderBy('id').execute()
  const [, shared, removed] = rows
  if (!shared || !removed) throw new Error('no attachments')
  const key = removed.storageKey
  await store(disk, key)
  const late: FileStore = {
    ...s3,
    async keep(path, kept, type) {
      if (kept === key) {
        await db.transaction().execute(async (trx) => {
          await blackOutAttachment(trx, removed.id, new Date())
          await storage.remove([key])
        })
      }
      await s3.keep(path, kept, type)
    },
  }
  expect((await moveFiles(db, { from: disk, to: late, incoming })).problems).toEqual([])
  for (const place of [disk, s3]) expect(await place.lastModified(key)).toBeUndefined()

  // A living row protects a file that it shares with a removed one.
  const { id: _, ...fields } = shared
  const copy = await db.insertInto('attachments').values(fields).returning('id').executeTakeFirstOrThrow()
  await blackOutAttachment(db as Trx, copy.id, new Date())
  await store(s3, key)
  const day = 24 * 3_600_000
  const later = new Date(Date.now() + day)
  expect(await removeOrphanedFiles(db, storage, later)).toMatchObject({ quarantined: 1, restored: 0 })
  expect(await s3.lastModified(key)).toBeUndefined()
  expect(await storage.lastModified(shared.storageKey)).toBeDefined()
  await removeOrphanedFiles(db, storage, new Date(later.getTime() + 32 * day))
  const left: string[] = []
  for await (const file of storage.list(installation)) left.push(file)
  expect(left.filter((file) => file.endsWith(key.slice(-40)))).toEqual([])
  expect(left).toContain(shared.storageKey)
})

it('is done with the file when it refuses one that breaks off, so that whoever clears up finds it', async () => {
  const folder = testFolder()
  const rules = { largestFile: 1024, formats: ['txt'], spend: () => {} }
  for (let round = 0; round < 10; round += 1) {
    const path = join(folder, String(round))
    let reads = 0
    const file = new Readable({
      read() {
        reads += 1
        if (reads === 1) file.push('a'.repeat(5_000))
        else file.destroy(new Error('Part terminated early'))
      },
    })
    const part = { fieldname: 'attachment_0', filename: 'a.txt', file } as unknown as MultipartFile
    await expect(receiveFile(part, path, rules)).rejects.toMatchObject({ code: 'MALFORMED_BODY' })
    // The file was opened and then closed: no pending operation can recreate it after it is removed.
    expect(existsSync(path)).toBe(true)
  }
})

const uploadOf = (filename: string, content: string | Buffer, fieldname = 'attachment_0') =>
  ({ fieldname, filename, file: Readable.from([Buffer.from(content)]) }) as unknown as MultipartFile

/** Receives an upload; afterwards nothing more of it is sent. */
async function receive(part: MultipartFile) {
  const path = join(testFolder(), 'file')
  const rules = { largestFile: 16_384, formats: creationFormats, spend: () => {} }
  const received = await receiveFile(part, path, rules)
  expect(part.file.readableEnded || part.file.destroyed).toBe(true)
  return { received, isWritten: existsSync(path) }
}

const openDocument = 'application/vnd.openxmlformats-officedocument'

// proves 5.2.9, 11.22
it.each([
  ['a.jpg', sampleJpg, 'image/jpeg'],
  ['a.jpeg', sampleJpg, 'image/jpeg'],
  ['a.doc', sampleDoc, 'application/msword'],
  ['a.xls', sampleDoc, 'application/vnd.ms-excel'],
  ['a.xlsx', sampleXlsx, `${openDocument}.spreadsheetml.sheet`],
  ['utf-8.txt', 'Observação', 'text/plain; charset=utf-8'],
  ['bm.txt', 'BM&F Bovespa', 'text/plain; charset=utf-8'],
  // As Excel writes "Texto Unicode".
  ['utf-16.txt', Buffer.from('\ufeffItem\tObservação\r\n1\t😀\r\n', 'utf16le'), 'text/plain; charset=utf-16le'],
  ['big-endian.txt', Buffer.from('\ufeffObservação', 'utf16le').swap16(), 'text/plain; charset=utf-16be'],
])('takes %s for what it is', async (name, content, contentType) => {
  const { received } = await receive(uploadOf(name, content))
  expect(received).toMatchObject({ fileName: name, contentType })
})

// proves 5.2.9, 11.21, V5.2.2
it.each([
  ['of another format', uploadOf('a.gif', sampleGif)],
  ['without an extension', uploadOf('contrato', samplePdf)],
  ['with a double extension', uploadOf('a.pdf.html', samplePdf)],
  ['of text with NUL far inside', uploadOf('a.txt', `${'a'.repeat(5_000)}\u0000b`)],
  ['of text that is a PDF', uploadOf('a.txt', samplePdf)],
  ['of a document that is an image', uploadOf('a.docx', samplePng)],
  ['of sound that begins like text in UTF-16', uploadOf('a.txt', Buffer.from('fffe60c4000000037f', 'hex'))],
  ['of half a character in UTF-16', uploadOf('a.txt', Buffer.from('\ufeffa', 'utf16le').subarray(0, 3))],
])('refuses a file %s', async (_what, part) => {
  expect((await receive(part)).received).toHaveProperty('problem')
})

// proves 18.44
describe('nothing is written down of a file', () => {
  const chunks = Array.from({ length: 100 }, () => Buffer.alloc(64 * 1024))
  const long = { ...uploadOf('a.pdf', ''), file: Readable.from(chunks) } as unknown as MultipartFile

  it.each([
    ['whose extension is not on the list', uploadOf('a.exe', 'MZ')],
    ['that is not what its name says', uploadOf('a.pdf', '<html>')],
    ['that is long and not what its name says', long],
    ['that is no text', uploadOf('a.txt', 'a\u0000b')],
    ['that is empty', uploadOf('a.txt', '')],
    ['of another field', uploadOf('a.txt', 'Olá', 'anexo')],
  ])('%s', async (_what, part) => {
    const { received, isWritten } = await receive(part)
    expect(received).toHaveProperty('problem')
    expect(isWritten).toBe(false)
  })
})

async function clamd() {
  const server = await clamdServer()
  onTestFinished(server.close)
  return server
}

async function fileWith(content: string | Buffer) {
  const path = join(testFolder(), 'received')
  await writeFile(path, content)
  return path
}

describe('the scan of a file', () => {
  // proves 18.67
  it('sends it whole, and tells what is clean from what is infected', async () => {
    const { host, scanned } = await clamd()
    const large = Buffer.alloc(3_000_000, 'Olá, malote. ')
    expect(await scanFile(host, await fileWith(large))).toEqual({ kind: 'clean' })
    expect(scanned[0]?.equals(large)).toBe(true)
    expect(await scanFile(host, await fileWith(eicar))).toEqual({ kind: 'infected', signature: 'Eicar-Signature' })
    expect(await scanFile(host, await fileWith(''))).toEqual({ kind: 'clean' })
  })

  // proves 18.68
  it.each([
    ['refuses the size', 'INSTREAM size limit exceeded. ERROR\0'],
    ['has no signatures', "stream: Can't allocate memory ERROR\0"],
    ['says what we do not know', 'OK\0'],
    ['hangs up', ''],
  ])('fails when clamd %s', async (_what, answer) => {
    const { host, answerWith } = await clamd()
    answerWith(answer)
    const large = Buffer.alloc(5_000_000)
    expect(await scanFile(host, await fileWith(large))).toMatchObject({ kind: 'failed' })
  })

  // proves 18.68
  it('fails when clamd never responds', async () => {
    const { port, close } = await silentServer()
    onTestFinished(close)
    const outcome = await scanFile(`127.0.0.1:${port}`, await fileWith('Olá'), { ms: 200 })
    expect(outcome).toMatchObject({ kind: 'failed', cause: { message: 'clamd took longer than 200 ms' } })
  })

  // proves 18.68
  it('is not tried again for a form that waited for it, where files are accepted without it', async () => {
    const { port, close, connections } = await silentServer()
    onTestFinished(close)
    const scan = openScanner({ CLAMAV_HOST: `127.0.0.1:${port}`, CLAMAV_ON_FAILURE: 'accept' }, { ms: 200 })
    const path = await fileWith('Olá')
    const listener = { log: { warn: vi.fn() }, onInfected: vi.fn() }
    for (const fileName of ['a.txt', 'b.txt', 'c.txt']) {
      expect(await scan?.({ field: 'attachment_0', fileName, path }, listener)).toBe(false)
    }
    expect(connections()).toBe(1)
  })

  // proves 18.68
  it('is tried for the next file of the form after it refused one at once', async () => {
    const { host, answerWith } = await clamd()
    const scan = openScanner({ CLAMAV_HOST: host, CLAMAV_ON_FAILURE: 'accept' })
    const path = await fileWith('Olá')
    const listener = { log: { warn: vi.fn() }, onInfected: vi.fn() }
    answerWith('INSTREAM size limit exceeded. ERROR\0')
    expect(await scan?.({ field: 'attachment_0', fileName: 'a.txt', path }, listener)).toBe(false)
    answerWith(undefined)
    expect(await scan?.({ field: 'attachment_0', fileName: 'b.txt', path }, listener)).toBe(true)
  })

  it.each(['127.0.0.1:1', '[::1]:1', '/nowhere/clamd.ctl'])('fails when nobody listens at %s', async (host) => {
    expect(await scanFile(host, await fileWith('Olá'))).toMatchObject({ kind: 'failed' })
  })

  // proves 18.67, V5.4.3
  it.skipIf(!isInstalled())('understands the real clamd', async () => {
    const socket = await realClamd()
    await expect.poll(() => existsSync(socket)).toBe(true)
    expect(await scanFile(socket, await fileWith('Olá, malote'))).toEqual({ kind: 'clean' })
    const found = await scanFile(socket, await fileWith(eicar))
    expect(found).toEqual({ kind: 'infected', signature: expect.stringMatching(/eicar/i) })
    // Above its StreamMaxLength it hangs up.
    const tooLarge = await fileWith(Buffer.alloc(2 * 1024 * 1024))
    expect(await scanFile(socket, tooLarge)).toMatchObject({ kind: 'failed' })
  })
})

function isInstalled(): boolean {
  return spawnSync('clamd', ['--version']).status === 0
}

/** Starts Debian's clamd with one signature of our own: the official ones are a download of hundreds of megabytes. */
async function realClamd(): Promise<string> {
  const folder = testFolder()
  const signatures = join(folder, 'signatures')
  await mkdir(signatures)
  await writeFile(join(signatures, 'test.ndb'), `Eicar-Test:0:0:${Buffer.from(eicar).toString('hex')}\n`)
  const socket = join(folder, 'clamd.ctl')
  const settings = [
    `LocalSocket ${socket}`,
    `DatabaseDirectory ${signatures}`,
    ...['Foreground yes', 'StreamMaxLength 1M', 'LogFile /dev/null', 'OfficialDatabaseOnly no'],
    ...(process.getuid?.() === 0 ? ['User root'] : []),
  ]
  await writeFile(join(folder, 'clamd.conf'), settings.join('\n'))
  const daemon = spawn('clamd', ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  const ended = new Promise((resolve) => daemon.once('exit', resolve))
  onTestFinished(async () => {
    daemon.kill('SIGKILL')
    await ended
  })
  return socket
}
