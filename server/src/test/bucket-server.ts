import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A fake S3 service with one bucket, `malote`. */
export interface BucketServer {
  port: number
  /** Stored objects, by key. */
  objects: Map<string, Buffer>
  close: () => Promise<void>
}

/** The settings for an app that stores files there. */
export const bucketAt = (port: number) => ({
  S3_BUCKET: 'malote',
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 'b',
})

/** Implements the part of S3 that the storage uses. */
export async function bucketServer(): Promise<BucketServer> {
  const objects = new Map<string, Buffer>()
  const listing = (prefix: string) => {
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix))
    const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
    return `<ListBucketResult><IsTruncated>false</IsTruncated><KeyCount>${keys.length}</KeyCount>${contents}</ListBucketResult>`
  }
  const server = createServer(async (request, reply) => {
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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { port: (server.address() as AddressInfo).port, objects, close }
}
