import { createReadStream } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '@malote/core/shared/errors.ts'
import { Disk } from 'flydrive'
import { z } from 'zod'
import { ensureOutsideTransaction } from '../db/outside-transactions.ts'
import { memoize } from '../memoize.ts'
import { storageErrors } from '../metrics.ts'
import type { Config } from '../settings/config.ts'
import { isFull, openBucket, s3Client } from './bucket.ts'
import { isOurs } from './storage-key.ts'

/** A folder below DATA_DIR, or the bucket. */
export type FileStoreKind = 'disk' | 's3'

/** One place of files, by key. */
export interface FileStore {
  /** Stores a local file. Afterwards it is no longer at `path`, or is swept from there soon. */
  keep: (path: string, key: string, contentType: string) => Promise<void>
  /** undefined for an unknown key */
  read: (key: string) => Promise<Readable | undefined>
  /** Ignores unknown keys. */
  remove: (keys: readonly string[]) => Promise<void>
  /** Does nothing for an unknown key. Keeps the content type. */
  move: (from: string, to: string) => Promise<void>
  /** All keys below a folder. */
  list: (folder: string) => AsyncIterable<string>
  /** The installations that have files here, by their identity. */
  installations: () => Promise<string[]>
  /** undefined for an unknown key */
  lastModified: (key: string) => Promise<Date | undefined>
}

/** Opens nothing until the first use. Throws as `Storage` does. */
export function openFileStore(config: Config, kind: FileStoreKind): FileStore {
  const name = config.S3_BUCKET ?? ''
  const files = join(resolve(config.DATA_DIR), 'files')
  const disk = memoize(() => (kind === 's3' ? s3Disk(config, name) : localFolder(files)))
  const bucket = memoize(() => openBucket(config, name))
  return {
    keep: (path, key, contentType) =>
      asAppErrors([key], async () => {
        if (kind === 's3') await (await bucket()).upload(key, createReadStream(path), { contentType })
        else await moveTo(join(files, key), path)
      }),
    read: (key) =>
      asAppErrors([key], async () => {
        const storage = await disk()
        return (await storage.exists(key)) ? storage.getStream(key) : undefined
      }),
    remove: (keys) =>
      asAppErrors(keys, async () => {
        const storage = await disk()
        const outcomes = await Promise.allSettled(keys.map((key) => storage.delete(key)))
        // Throws only after all have finished, so that a retry does not collide with running operations.
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
      }),
    move: (from, to) =>
      asAppErrors([from, to], async () => {
        const storage = await disk()
        if (!(await storage.exists(from))) return
        if (kind === 's3') await storage.move(from, to)
        else await moveTo(join(files, to), join(files, from))
      }),
    list: async function* (prefix) {
      const storage = await disk()
      let paginationToken: string | undefined
      do {
        const options = { recursive: true, ...(paginationToken && { paginationToken }) }
        const page = await asAppErrors([], () => storage.listAll(prefix, options))
        for (const entry of page.objects) if (entry.isFile) yield entry.key
        paginationToken = page.paginationToken
      } while (paginationToken)
    },
    installations: () =>
      asAppErrors([], async () => {
        const found: string[] = []
        let paginationToken: string | undefined
        do {
          const page = await (await disk()).listAll('/', paginationToken ? { paginationToken } : {})
          for (const entry of page.objects) if (entry.isDirectory && isInstallation(entry.name)) found.push(entry.name)
          paginationToken = page.paginationToken
        } while (paginationToken)
        return found
      }),
    lastModified: (key) =>
      asAppErrors([key], async () => {
        const storage = await disk()
        return (await storage.exists(key)) ? (await storage.getMetaData(key)).lastModified : undefined
      }),
  }
}

/** @param keys that `work` uses */
async function asAppErrors<Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result> {
  ensureOutsideTransaction('Storage')
  const foreign = keys.find((key) => !isOurs(key))
  if (foreign !== undefined) throw new Error(`${JSON.stringify(foreign)} is not a key of ours`)
  try {
    return await work()
  } catch (cause) {
    storageErrors.inc()
    throw new AppError(isFull(cause) ? 'STORAGE_FULL' : 'UNAVAILABLE', { cause })
  }
}

const isInstallation = (name: string) => z.uuid().safeParse(name).success

/** Both folders are on the same disk: the rename is atomic, and flushed content stays flushed. */
async function moveTo(target: string, path: string) {
  const folder = dirname(target)
  const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(path, target)
  // The caller will commit the row next, so that the file's new name must be durable too.
  await flushFolder(folder)
  if (firstCreated === undefined) return
  await flushFolder(dirname(folder))
  await flushFolder(dirname(firstCreated))
}

async function localFolder(location: string) {
  const { FSDriver } = await import('flydrive/drivers/fs')
  return new Disk(new FSDriver({ location, visibility: 'private' }))
}

/** Imported on demand: the S3 client is larger than the rest of the server. */
async function s3Disk(config: Config, bucket: string) {
  const { S3Driver } = await import('flydrive/drivers/s3')
  const client = await s3Client(config)
  return new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))
}

/**
 * Error codes of systems that cannot flush a folder: Windows, and some network file systems. There we rely on their
 * journal.
 */
const unsupported = ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'EBADF', 'ENOTSUP']

/** Makes the names in a folder survive a power failure, as flushing a file does for its content. */
export async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder)
    await handle.sync().finally(() => handle.close())
  } catch (error) {
    if (!unsupported.includes(String((error as NodeJS.ErrnoException).code))) throw error
  }
}
