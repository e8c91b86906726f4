import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BucketServer, bucketAt, bucketServer } from '../test/bucket-server.ts'
import { testConfig } from '../test/config.ts'
import { testFolder } from '../test/folder.ts'
import { openStorage } from './storage.ts'

let service: BucketServer
let folder: string

beforeAll(async () => {
  folder = testFolder()
  service = await bucketServer()
})
afterAll(async () => {
  await service.close()
})

describe.each(['a local folder', 'a bucket'])('the storage in %s', (place) => {
  it('keeps, gives back, lists and removes files', async () => {
    const storage = openStorage(testConfig({ DATA_DIR: folder, ...(place === 'a bucket' && bucketAt(service.port)) }))
    const path = join(folder, 'received')
    await writeFile(path, 'Olá, malote')

    await storage.keep(path, '2026-11/abc', 'text/plain')

    const content = await storage.read('2026-11/abc')
    expect(content && (await buffer(content)).toString()).toBe('Olá, malote')
    expect(await storage.read('2026-11/none')).toBeUndefined()
    expect(await all(storage.list('2026-11'))).toEqual(['2026-11/abc'])
    expect(await all(storage.list('2026-10'))).toEqual([])
    expect(Date.now() - Number(await storage.lastModified('2026-11/abc'))).toBeLessThan(60_000)
    expect(await storage.lastModified('2026-11/none')).toBeUndefined()
    await storage.remove(['2026-11/abc', '2026-11/none'])
    expect(await storage.read('2026-11/abc')).toBeUndefined()
    expect(await readdir(join(folder, 'files', '2026-11')).catch(() => [])).toEqual([])
  })
})

async function all(keys: AsyncIterable<string>) {
  const found: string[] = []
  for await (const key of keys) found.push(key)
  return found
}
