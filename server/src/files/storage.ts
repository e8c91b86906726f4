import { mkdir, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '@malote/core/shared/errors.ts'
import { Disk } from 'flydrive'
import type { Config } from '../config.ts'
import { remembered } from '../lib/remembered.ts'
import { flushFolder } from './flush-folder.ts'

/**
 * Where attachments are kept, by key: a local folder, or a bucket when S3 is configured. All of it throws AppError
 * UNAVAILABLE when the disk or the bucket fails.
 */
export interface Storage {
  /** Local folder for what is being received and not yet accepted. */
  incoming: string
  /** Takes a local file over; it is no longer at `path` afterwards, or will soon be swept from there. */
  keep: (path: string, key: string, contentType: string) => Promise<void>
  /** undefined when nothing is kept under the key */
  read: (key: string) => Promise<Readable | undefined>
  /** Keys under which nothing is kept do no harm. */
  remove: (keys: readonly string[]) => Promise<void>
  /** Every key below a folder. */
  list: (folder: string) => AsyncIterable<string>
  /** undefined when nothing is kept under the key */
  lastModified: (key: string) => Promise<Date | undefined>
}

/** Opens nothing yet: the first use does. */
export function openStorage(config: Config): Storage {
  const folder = resolve(config.DATA_DIR)
  const files = join(folder, 'files')
  const disk = remembered(() => (config.S3_BUCKET ? bucket(config, config.S3_BUCKET) : localFolder(files)))
  return {
    incoming: join(folder, 'incoming'),
    keep: (path, key, contentType) =>
      reached(async () => {
        if (config.S3_BUCKET) await (await disk()).copyFromFs(path, key, { contentType })
        else await moveTo(join(files, key), path)
      }),
    read: (key) =>
      reached(async () => {
        const storage = await disk()
        return (await storage.exists(key)) ? storage.getStream(key) : undefined
      }),
    remove: (keys) =>
      reached(async () => {
        const storage = await disk()
        const outcomes = await Promise.allSettled(keys.map((key) => storage.delete(key)))
        // Thrown only when none is under way any more: a later try must not meet the rest of this one.
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
      }),
    list: async function* (prefix) {
      const storage = await disk()
      let paginationToken: string | undefined
      do {
        const options = { recursive: true, ...(paginationToken && { paginationToken }) }
        const page = await reached(() => storage.listAll(prefix, options))
        for (const entry of page.objects) if (entry.isFile) yield entry.key
        paginationToken = page.paginationToken
      } while (paginationToken)
    },
    lastModified: (key) =>
      reached(async () => {
        const storage = await disk()
        return (await storage.exists(key)) ? (await storage.getMetaData(key)).lastModified : undefined
      }),
  }
}

async function reached<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    throw new AppError('UNAVAILABLE', { cause })
  }
}

/** Both folders are on the same disk: renaming is atomic, and what was flushed stays flushed. */
async function moveTo(target: string, path: string) {
  const folder = dirname(target)
  const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(path, target)
  // The row is about to be committed for good, so that the file's new name must be, too.
  await flushFolder(folder)
  if (firstCreated === undefined) return
  await flushFolder(dirname(folder))
  await flushFolder(dirname(firstCreated))
}

async function localFolder(location: string) {
  const { FSDriver } = await import('flydrive/drivers/fs')
  return new Disk(new FSDriver({ location, visibility: 'private' }))
}

/** Loaded only where it is used: the client of S3 is larger than the rest of the server. */
async function bucket(config: Config, name: string) {
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new Disk(
    new S3Driver({
      bucket: name,
      visibility: 'private',
      supportsACL: false,
      region: config.S3_REGION,
      credentials: {
        accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
        secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '',
      },
      // Milliseconds; the library waits for ever, and a request with it.
      requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
      // Services other than Amazon's name the bucket in the path and do not know its newer checksums.
      ...(config.S3_ENDPOINT && {
        endpoint: config.S3_ENDPOINT,
        forcePathStyle: true,
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      }),
    }),
  )
}
