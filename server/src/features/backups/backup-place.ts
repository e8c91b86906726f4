import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { unfinishedName } from '../../platform/archive/write-archive.ts'
import { type Bucket, openBucket } from '../../platform/files/bucket.ts'
import { digestOf } from '../../platform/files/checked-content.ts'
import type { Config } from '../../platform/settings/config.ts'
import { StartupError } from '../../platform/startup-error.ts'

/** Where backups are stored: a folder, or a bucket. */
export interface BackupPlace {
  /** As the operator wrote it. */
  name: string
  /** Local folder in which an archive is written and verified. */
  folder: string
  /** Stores a verified archive of `folder` for good. When it throws, the place may hold it or a part of it. */
  store: (name: string, sha256: Buffer, signal?: AbortSignal) => Promise<void>
  /** Ignores unknown names. */
  remove: (name: string) => Promise<void>
}

/** BACKUP_DIR or BACKUP_BUCKET; undefined when no backups are scheduled. */
export function backupPlace(config: Config): BackupPlace | undefined {
  if (config.BACKUP_DIR !== undefined) return folderPlace(config.BACKUP_DIR)
  if (config.BACKUP_BUCKET !== undefined) return bucketPlace(config, config.BACKUP_BUCKET)
  return undefined
}

function folderPlace(name: string): BackupPlace {
  const folder = resolve(name)
  return { name: folder, folder, store: async () => {}, remove: (file) => rm(join(folder, file), { force: true }) }
}

function bucketPlace(config: Config, name: string): BackupPlace {
  const folder = join(resolve(config.DATA_DIR), 'backup')
  const [bucketName = '', ...prefix] = name.split('/')
  let bucket: Promise<Bucket> | undefined
  const keyOf = (file: string) => [...prefix, file].join('/')
  const reached = async <Result>(work: (bucket: Bucket) => Promise<Result>) => {
    try {
      bucket ??= openBucket(config, bucketName)
      return await work(await bucket)
    } catch (cause) {
      if (cause instanceof StartupError) throw cause
      throw new StartupError(`O bucket ${bucketName} não respondeu como deveria (${nameOf(cause)}).`, { cause })
    }
  }
  return {
    name: `s3://${name}`,
    folder,
    store: (file, sha256, signal) =>
      reached(async (one) => {
        const path = join(folder, file)
        await one.upload(keyOf(file), createReadStream(path), { contentType: 'application/octet-stream', signal })
        const stored = await digestOf(await one.download(keyOf(file)))
        if (!stored.equals(sha256)) {
          throw new StartupError(`O bucket ${bucketName} devolveu outro conteúdo do que recebeu.`)
        }
        await rm(path)
      }),
    remove: (file) => reached((one) => one.remove(keyOf(file))),
  }
}

const nameOf = (error: unknown) =>
  error instanceof Error ? String((error as NodeJS.ErrnoException).code ?? error.name) : String(error)

/**
 * Creates the folder of a place, and removes what interrupted backups of this installation have left there. Any other
 * archive stays, also one that this database does not know: it may have been moved here, or be newer than a database
 * that was brought back to an earlier moment.
 *
 * @param prefix     of the names of this installation's backups
 * @param unverified names of the attempts that did not become backups
 */
export async function tidyFolder(
  { folder }: BackupPlace,
  prefix: string,
  unverified: ReadonlySet<string>,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const isLeft =
      unverified.has(name) ||
      unverified.has(unmarked(name)) ||
      (name.startsWith(prefix) && name.endsWith(unfinishedName('')))
    if (isLeft) await rm(join(folder, name), { force: true })
  }
}

const mark = /-faltam-(\d+)-anexos\./

/**
 * The part of a backup's name that says how many attachments it lacks, because the storage had lost or damaged them.
 * Whoever chooses an archive to restore sees names, and the database may be lost by then.
 */
export const markOf = (missing: number): string => (missing === 0 ? '' : `-faltam-${missing}-anexos`)

/** How many attachments a backup lacks, by its name. */
export const missingIn = (name: string): number => Number(mark.exec(name)?.[1] ?? 0)

/** The name that its attempt began with. */
const unmarked = (name: string): string => name.replace(mark, '.')

/** The names of backups that lack attachments, for `like`. */
export const lackingNames = '%-faltam-%-anexos.%'
