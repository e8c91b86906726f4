import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A fake S3 service with one bucket, `malote`. */
export interface BucketServer {
  port: number
  /** Stored objects, by key. */
  objects: Map<string, Buffer>
  /** Number of parts of uploads in parts so far. */
  parts: () => number
  /** Refuses further objects as a service without space does, or accepts them again. */
  setFull: (isFull: boolean) => void
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
  const uploads = new Map<string, Buffer[]>()
  let parts = 0
  let isFull = false
  const listing = (prefix: string, delimiter: string) => {
    const found = [...objects.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
    const isFolder = (rest: string) => delimiter !== '' && rest.includes(delimiter)
    const folders = new Set(found.filter(isFolder).map((rest) => rest.split(delimiter, 1)[0]))
    const contents = found
      .filter((rest) => !isFolder(rest))
      .map((rest) => `<Contents><Key>${prefix}${rest}</Key></Contents>`)
    const prefixes = [...folders].map((name) => `<CommonPrefixes><Prefix>${prefix}${name}/</Prefix></CommonPrefixes>`)
    return `<ListBucketResult><IsTruncated>false</IsTruncated><KeyCount>${found.length}</KeyCount>${contents.join('')}${prefixes.join('')}</ListBucketResult>`
  }
  const server = createServer(async (request, reply) => {
    const url = new URL(request.url ?? '', 'http://bucket')
    const key = url.pathname.replace('/malote/', '')
    const object = objects.get(key)
    const source = request.headers['x-amz-copy-source']
    const upload = url.searchParams.get('uploadId')
    if (isFull && request.method !== 'GET' && request.method !== 'HEAD') {
      await buffer(request)
      reply.writeHead(507, { 'content-type': 'application/xml' })
      reply.end('<Error><Code>XMinioStorageFull</Code><Message>full</Message></Error>')
    } else if (request.method === 'POST' && url.searchParams.has('uploads')) {
      uploads.set(key, [])
      reply.setHeader('content-type', 'application/xml')
      reply.end(`<InitiateMultipartUploadResult><UploadId>${key}</UploadId></InitiateMultipartUploadResult>`)
    } else if (request.method === 'PUT' && upload !== null) {
      const index = Number(url.searchParams.get('partNumber')) - 1
      const content = await buffer(request)
      const list = uploads.get(upload)
      if (list) list[index] = content
      parts += 1
      reply.setHeader('etag', `"${index}"`).end()
    } else if (request.method === 'POST' && upload !== null) {
      await buffer(request)
      objects.set(key, Buffer.concat(uploads.get(upload) ?? []))
      uploads.delete(upload)
      reply.setHeader('content-type', 'application/xml')
      reply.end('<CompleteMultipartUploadResult><ETag>"1"</ETag></CompleteMultipartUploadResult>')
    } else if (request.method === 'PUT' && source !== undefined) {
      objects.set(key, objects.get(decodeURIComponent(String(source)).replace('/malote/', '')) ?? Buffer.of())
      reply.setHeader('content-type', 'application/xml')
      reply.end('<CopyObjectResult><ETag>"1"</ETag></CopyObjectResult>')
    } else if (request.method === 'PUT') {
      objects.set(key, await buffer(request))
      reply.end()
    } else if (request.method === 'DELETE') {
      objects.delete(key)
      reply.writeHead(204).end()
    } else if (url.searchParams.has('list-type')) {
      reply.setHeader('content-type', 'application/xml')
      reply.end(listing(url.searchParams.get('prefix') ?? '', url.searchParams.get('delimiter') ?? ''))
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
  const setFull = (value: boolean) => {
    isFull = value
  }
  return { port: (server.address() as AddressInfo).port, objects, parts: () => parts, setFull, close }
}
