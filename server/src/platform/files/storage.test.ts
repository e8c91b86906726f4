import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, type statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type BucketServer, bucketAt, bucketServer } from '../../test/bucket-server.ts'
import { testConfig } from '../../test/config.ts'
import { testDatabase } from '../../test/database.ts'
import { faultProxy } from '../../test/fault-proxy.ts'
import { testFolder } from '../../test/sample-files.ts'
import { openBucket } from './bucket.ts'
import { describeOtherInstallations, installationOf, settleInstallation } from './installation.ts'
import { diskCheck, openStorage, storageCheck } from './storage.ts'
import { inQuarantine, keyIn, newStorageKey, quarantineOf } from './storage-key.ts'

const november = new Date('2026-11-22T12:00:00Z')

let service: BucketServer
let folder: string
let installation: string

beforeAll(async () => {
  folder = testFolder()
  service = await bucketServer()
})
beforeEach(() => {
  installation = randomUUID()
})
afterAll(async () => {
  await service.close()
})

describe.each(['a local folder', 'a bucket'])('the storage in %s', (place) => {
  it('keeps, gives back, lists and removes files', async () => {
    // A folder of its own, because a storage in a bucket reads the local folder, too.
    const DATA_DIR = join(folder, place === 'a bucket' ? 'beside' : 'alone')
    const storage = openStorage(testConfig({ DATA_DIR, ...(place === 'a bucket' && bucketAt(service.port)) }))
    const path = join(folder, 'received')
    await writeFile(path, 'Olá, malote')

    const contentOf = async (key: string) => {
      const content = await storage.read(key)
      return content && (await buffer(content)).toString()
    }
    const [key, unknown] = [newStorageKey(installation, november), newStorageKey(installation, november)]
    await storage.keep(path, key, 'text/plain')

    expect(await contentOf(key)).toBe('Olá, malote')
    expect(await storage.read(unknown)).toBeUndefined()
    expect(await all(storage.list(`${installation}/2026-11`))).toEqual([key])
    expect(await all(storage.list(`${installation}/2026-10`))).toEqual([])
    expect(await storage.installations()).toEqual([installation])
    expect(Date.now() - Number(await storage.lastModified(key))).toBeLessThan(60_000)
    expect(await storage.lastModified(unknown)).toBeUndefined()
    const away = inQuarantine(installation, '2026-11-30', key)
    await storage.move(key, away)
    await storage.move(unknown, inQuarantine(installation, '2026-11-30', unknown))
    expect([await contentOf(key), await contentOf(away)]).toEqual([undefined, 'Olá, malote'])
    expect(await all(storage.list(quarantineOf(installation)))).toEqual([away])
    await storage.remove([away, unknown])
    expect(await contentOf(away)).toBeUndefined()
    expect(await all(storage.list(installation))).toEqual([])
  })

  it('reads files from before installations had an identity', async () => {
    const storage = openStorage(testConfig({ DATA_DIR: folder, ...(place === 'a bucket' && bucketAt(service.port)) }))
    const path = join(folder, 'received')
    await writeFile(path, 'Olá')
    const key = keyIn('', newStorageKey(installation, november)).slice(1)
    await storage.keep(path, key, 'text/plain')
    expect(await storage.read(key)).toBeDefined()
    expect(await storage.installations()).not.toContain('2026-11')
  })

  // proves V5.3.1, V5.3.2
  it.each([
    ['a way out of the folder', `../../etc/cron.d/${'a'.repeat(40)}`],
    ['a way out below a month', `2026-11/../../${'a'.repeat(40)}`],
    ['an absolute path', '/etc/passwd'],
    ['a Windows path', `2026-11\\..\\${'a'.repeat(40)}`],
    ['a device of Windows', '2026-11/con'],
    ['NUL', `2026-11/${'a'.repeat(40)}\0`],
    ['a line break', `2026-11/${'a'.repeat(40)}\n`],
    ['a name that is no key', '2026-11/leia-me.txt'],
  ])('touches nothing under %s', async (_what, key) => {
    const storage = openStorage(testConfig({ DATA_DIR: folder, ...(place === 'a bucket' && bucketAt(service.port)) }))
    const path = join(folder, 'untouched')
    const outside = join(folder, 'etc')
    await writeFile(path, 'x')
    await expect(storage.keep(path, key, 'text/plain')).rejects.toThrow('is not a key of ours')
    await expect(storage.read(key)).rejects.toThrow('is not a key of ours')
    await expect(storage.remove([key])).rejects.toThrow('is not a key of ours')
    await expect(storage.move(newStorageKey(installation, november), key)).rejects.toThrow('is not a key of ours')
    await expect(storage.lastModified(key)).rejects.toThrow('is not a key of ours')
    expect(existsSync(path)).toBe(true)
    expect(existsSync(outside)).toBe(false)
  })
})

describe('a bucket', () => {
  const config = () => testConfig({ DATA_DIR: folder, ...bucketAt(service.port) })

  // proves 19.27
  it('gets large files in parts', async () => {
    const path = join(folder, 'large')
    const content = randomBytes(33 * 1024 * 1024)
    await writeFile(path, content)
    const key = newStorageKey(installation, november)
    const storage = openStorage(config())
    await storage.keep(path, key, 'application/pdf')
    expect(service.parts()).toBe(2)
    const read = await storage.read(key)
    expect(read && (await buffer(read)).equals(content)).toBe(true)
    await storage.remove([key])
  })

  // proves 19.27
  it('that is full says so, and can be read and used again', async () => {
    const path = join(folder, 'received')
    await writeFile(path, 'Olá')
    const storage = openStorage(config())
    const [old, key] = [newStorageKey(installation, november), newStorageKey(installation, november)]
    await storage.keep(path, old, 'text/plain')
    await writeFile(path, 'Olá')
    service.setFull(true)
    await expect(storage.keep(path, key, 'text/plain')).rejects.toMatchObject({ code: 'STORAGE_FULL' })
    expect(await storage.read(old)).toBeDefined()
    service.setFull(false)
    await storage.keep(path, key, 'text/plain')
    expect(await storage.read(key)).toBeDefined()
  })

  // proves 19.27
  it('that stays silent is given up after its time', async () => {
    const proxy = await faultProxy({ host: '127.0.0.1', port: service.port })
    onTestFinished(proxy.close)
    const bucket = await openBucket({ ...config(), ...bucketAt(proxy.port) }, 'malote', { socketTimeout: 2_000 })
    proxy.breakOnce({ at: () => true, how: 'stall' })
    // The client tries again on another connection, which answers.
    await bucket.upload('a', Readable.from([Buffer.from('x')]), { contentType: 'text/plain' })
    proxy.goAway()
    await expect(bucket.download('a')).rejects.toThrow()
  })
})

async function all(keys: AsyncIterable<string>) {
  const found: string[] = []
  for await (const key of keys) found.push(key)
  return found
}

/** A disk with so many gigabytes. */
const disk = (free: number, total: number) =>
  (async () => ({ bavail: free * 1e6, blocks: total * 1e6, bsize: 1000 })) as unknown as typeof statfs

// proves 19.30
it.each([
  [60, 100, 'ok'],
  [9, 100, 'warning'],
  [4, 20, 'warning'],
  [0.9, 20, 'problem'],
  [20, 1000, 'problem'],
])('%d GB free of %i GB: %s', async (free, total, state) => {
  expect(await diskCheck({ DATA_DIR: '.' }, disk(free, total))).toMatchObject({ state })
})

it('says why a folder cannot be written', async () => {
  const DATA_DIR = join(testFolder(), 'data')
  await writeFile(DATA_DIR, 'a file, and no folder')
  const check = await storageCheck(testConfig({ DATA_DIR }))
  expect(check).toMatchObject({ state: 'problem', summary: expect.stringContaining('ENOTDIR') })
})

it('leaves nothing behind', async () => {
  const DATA_DIR = testFolder()
  expect(await storageCheck(testConfig({ DATA_DIR }))).toMatchObject({ state: 'ok' })
  expect(await readdir(DATA_DIR)).toEqual([])
  await mkdir(join(DATA_DIR, 'incoming'))
  expect(await storageCheck(testConfig({ DATA_DIR }))).toMatchObject({ state: 'ok' })
  expect(await readdir(join(DATA_DIR, 'incoming'))).toEqual([])
})

async function database() {
  const { db, drop } = await testDatabase()
  onTestFinished(drop)
  return db
}

it('a database keeps its identity from one start to the next', async () => {
  const db = await database()
  const id = await installationOf(db)
  expect(await settleInstallation(db, testConfig())).toEqual([])
  expect(await settleInstallation(db, testConfig())).toEqual([])
  expect(await installationOf(db)).toBe(id)
})

/** A database as a dump of another one leaves it: with the other's settings. */
async function copyOf(original: Awaited<ReturnType<typeof database>>) {
  const copy = await database()
  const settings = await original.selectFrom('settings').selectAll().executeTakeFirstOrThrow()
  await copy.updateTable('settings').set(settings).execute()
  return copy
}

// proves 18.62
it('a copy of a database gets an identity of its own, and says so once', async () => {
  const original = await database()
  await settleInstallation(original, testConfig())
  const id = await installationOf(original)
  const copy = await copyOf(original)

  const said = await settleInstallation(copy, testConfig())
  expect(said).toEqual([expect.stringContaining(`INSTALLATION_ID=${id}`)])
  expect(await installationOf(copy)).not.toBe(id)
  expect(await settleInstallation(copy, testConfig())).toEqual([])
  expect(await installationOf(original)).toBe(id)
})

// proves 18.62
it('a database that was moved continues the identity that the operator names', async () => {
  const original = await database()
  await settleInstallation(original, testConfig())
  const id = await installationOf(original)
  const moved = await copyOf(original)
  const config = testConfig({ INSTALLATION_ID: id })

  expect(await settleInstallation(moved, config)).toEqual([])
  expect(await installationOf(moved)).toBe(id)
  expect(await settleInstallation(moved, testConfig())).toEqual([])
  expect(await installationOf(moved)).toBe(id)
})

// proves 18.62
it('tells of files of another installation in the same folder', async () => {
  const db = await database()
  const folder = testFolder()
  const storage = openStorage(testConfig({ DATA_DIR: folder }))
  const store = async (installation: string) => {
    const path = join(folder, 'received')
    await writeFile(path, 'Olá')
    await storage.keep(path, newStorageKey(installation, new Date()), 'text/plain')
  }
  expect(await describeOtherInstallations(db, storage)).toEqual([])
  await store(await installationOf(db))
  expect(await describeOtherInstallations(db, storage)).toEqual([])
  const other = randomUUID()
  await store(other)
  expect(await describeOtherInstallations(db, storage)).toEqual([expect.stringContaining(`da instalação ${other}.`)])
})
