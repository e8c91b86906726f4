import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { blackOutAttachment } from '../../domain/attachments/attachments.repo.ts'
import { removeOrphanedFiles } from '../../domain/attachments/remove-orphaned-files.ts'
import { type BucketServer, bucketAt, bucketServer } from '../../test/bucket-server.ts'
import { multipart } from '../../test/client.ts'
import { testFolder } from '../../test/folder.ts'
import { testOrganisation } from '../../test/organisation.ts'
import { file, samplePdf } from '../../test/sample-files.ts'
import type { Trx } from '../db/connect.ts'
import { checkedContent } from './checked-content.ts'
import { installationOf } from './installation.ts'
import { moveFiles } from './move-files.ts'
import { openStorage } from './storage.ts'
import { inQuarantine, newStorageKey } from './storage-key.ts'
import { openStore, type Store } from './store.ts'
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
    disk: openStore(settings, 'disk'),
    s3: openStore(settings, 's3'),
    incoming: openStorage(settings).incoming,
  }
}

// proves 19.25
it('moves attachments to the bucket although it is interrupted, and they can be read at any moment', async () => {
  const { disk, s3, incoming } = parts()
  const [, second = ''] = await keys()
  const dying: Store = {
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
  const undying: Store = { ...disk, remove: async () => {} }
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
  const store = async (target: Pick<Store, 'keep'>, key: string) => {
    const path = join(app.settings.DATA_DIR, 'copy')
    await writeFile(path, samplePdf)
    await target.keep(path, key, 'application/pdf')
  }
  const rows = await db.selectFrom('attachments').selectAll().orderBy('id').execute()
  const [, shared, removed] = rows
  if (!shared || !removed) throw new Error('no attachments')
  const key = removed.storageKey
  await store(disk, key)
  const late: Store = {
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
