import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { Config } from '../settings/config.ts'

/** Bytes of a part of a multipart upload; S3 takes at most 10,000 parts, so an object has at most 320 GB. */
const partSize = 32 * 1024 * 1024

/** A bucket, for objects of any size. */
export interface Bucket {
  /** Stores a stream, in parts when it is large. The object exists only once it is complete. */
  upload: (
    key: string,
    content: Readable,
    options: { contentType: string; signal?: AbortSignal | undefined },
  ) => Promise<void>
  download: (key: string) => Promise<Readable>
  /** Ignores unknown keys. */
  remove: (key: string) => Promise<void>
}

/** Milliseconds. Without timeouts, the library and its request would wait forever. */
interface Timeouts {
  /** Without a byte in either direction; the client then tries again, three times in all. */
  socketTimeout: number
}

/** Opens a bucket of the S3 that the settings name. Imports the client on demand: it is larger than the rest of the server. */
export async function openBucket(config: Config, name: string, timeouts?: Timeouts): Promise<Bucket> {
  const { DeleteObjectCommand, GetObjectCommand } = await import('@aws-sdk/client-s3')
  const { Upload } = await import('@aws-sdk/lib-storage')
  const client = await s3Client(config, timeouts)
  return {
    async upload(key, content, { contentType, signal }) {
      const params = { Bucket: name, Key: key, Body: content, ContentType: contentType }
      const upload = new Upload({ client, params, partSize, queueSize: 2 })
      const abort = () => void upload.abort()
      signal?.addEventListener('abort', abort)
      try {
        await upload.done()
      } finally {
        signal?.removeEventListener('abort', abort)
        content.destroy()
      }
    },
    async download(key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: name, Key: key }))
      return Body as Readable
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: name, Key: key }))
    },
  }
}

/** Names of errors of S3 services that have no space left, or none for this account. */
const fullNames = ['QuotaExceeded', 'QuotaExceededException', 'XMinioStorageFull', 'InsufficientStorage', 'StorageFull']

/** Whether a disk or a bucket has refused a file because it is full. */
export function isFull(error: unknown): boolean {
  const { code, name, $metadata } = error as { code?: string; name?: string; $metadata?: { httpStatusCode?: number } }
  return code === 'ENOSPC' || code === 'EDQUOT' || fullNames.includes(name ?? '') || $metadata?.httpStatusCode === 507
}

/** The client for the S3 that the settings name. */
export async function s3Client(
  config: Config,
  { socketTimeout }: Timeouts = { socketTimeout: 30_000 },
): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3')
  return new S3Client({
    region: config.S3_REGION,
    credentials: {
      accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '',
    },
    requestHandler: { connectionTimeout: 5_000, socketTimeout },
    // Services other than Amazon expect the bucket in the path and do not support its newer checksums.
    ...(config.S3_ENDPOINT && {
      endpoint: config.S3_ENDPOINT,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  })
}
