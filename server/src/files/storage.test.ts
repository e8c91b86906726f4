import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testConfig } from '../test/config.ts'
import { openStorage } from './storage.ts'

const objects = new Map<string, Buffer>()
let service: Server
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-storage-'))
  service = bucketService().listen(0, '127.0.0.1')
})
afterAll(async () => {
  service.close()
  await rm(folder, { recursive: true })
})

describe.each(['a local folder', 'a bucket'])('the storage in %s', (place) => {
  it('keeps, gives back, lists and removes files', async () => {
    const address = service.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const storage = openStorage(
      testConfig({
        DATA_DIR: folder,
        ...(place === 'a bucket' && {
          S3_BUCKET: 'malote',
          S3_ENDPOINT: `http://127.0.0.1:${port}`,
          S3_ACCESS_KEY_ID: 'a',
          S3_SECRET_ACCESS_KEY: 'b',
        }),
      }),
    )
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

/** As much of S3 as the storage asks for. */
function bucketService(): Server {
  const listing = (prefix: string) => {
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix))
    const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
    return `<ListBucketResult><IsTruncated>false</IsTruncated><KeyCount>${keys.length}</KeyCount>${contents}</ListBucketResult>`
  }
  return createServer(async (request, reply) => {
    const url = new URL(request.url ?? '', 'http://bucket')
    const key = url.pathname.replace('/malote/', '')
    const object = objects.get(key)
    if (request.method === 'PUT') {
      objects.set(key, await buffer(request))
      reply.end()
    } else if (request.method === 'DELETE') {
      objects.delete(key)
      reply.writeHead(204).end()
    } else if (url.searchParams.has('list-type')) {
      reply.setHeader('content-type', 'application/xml')
      reply.end(listing(url.searchParams.get('prefix') ?? ''))
    } else if (object === undefined) {
      reply.writeHead(404).end()
    } else {
      reply.writeHead(200, { 'content-length': object.length, etag: '"1"', 'last-modified': new Date().toUTCString() })
      reply.end(request.method === 'HEAD' ? undefined : object)
    }
  })
}
