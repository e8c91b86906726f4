import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openStorage } from '../../platform/files/storage.ts'
import { bucketAt, bucketServer } from '../../test/bucket-server.ts'
import { multipart } from '../../test/client.ts'
import { faultProxy } from '../../test/fault-proxy.ts'
import { testOrganisation } from '../../test/organisation.ts'
import { file, samplePdf } from '../../test/sample-files.ts'
import { removeOrphanedFiles } from './remove-orphaned-files.ts'

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
  const warning = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warning.mockRestore())
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
