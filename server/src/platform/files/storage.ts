import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { sizeInWords } from '@malote/core/shared/measures.ts'
import type { SystemCheck } from '@malote/core/system/system-check.ts'
import type { Config } from '../settings/config.ts'
import { type FileStore, type FileStoreKind, openFileStore } from './file-store.ts'

/**
 * Storage of attachments, by key: all file stores together. All functions throw AppError UNAVAILABLE when the disk or the
 * bucket fails, STORAGE_FULL when it is full, and an error for a key that is not one of ours, because it could lead out of
 * the folder.
 *
 * New files go to one store. The other one, if it is configured, is read as well: files that `npm run move-files` has not
 * moved yet are found there, at any moment of the move.
 */
export interface Storage extends Omit<FileStore, 'remove'> {
  /** Local folder for uploads that are not accepted yet. */
  incoming: string
  /** Ignores unknown keys. */
  remove: (keys: readonly string[]) => Promise<void>
}

/** The store of new files: FILES_STORE, by default the bucket if there is one. */
export const fileStoreKind = ({ FILES_STORE, S3_BUCKET }: Config): FileStoreKind =>
  FILES_STORE ?? (S3_BUCKET === undefined ? 'disk' : 's3')

/** Opens nothing until the first use. */
export function openStorage(config: Config): Storage {
  const kind = fileStoreKind(config)
  const current = openFileStore(config, kind)
  const other = config.S3_BUCKET === undefined ? undefined : openFileStore(config, kind === 'disk' ? 's3' : 'disk')
  const stores = other ? [current, other] : [current]

  /** Looks again in the current store, because a file may have been moved there after the first look. */
  const first = async <Result>(look: (store: FileStore) => Promise<Result | undefined>) => {
    for (const store of other ? [current, other, current] : [current]) {
      const found = await look(store)
      if (found !== undefined) return found
    }
    return undefined
  }
  return {
    incoming: join(resolve(config.DATA_DIR), 'incoming'),
    keep: current.keep,
    read: (key) => first<Readable>((store) => store.read(key)),
    lastModified: (key) => first((store) => store.lastModified(key)),
    async remove(keys) {
      for (const store of stores) await store.remove(keys)
    },
    async move(from, to) {
      for (const store of stores) await store.move(from, to)
    },
    async *list(folder) {
      for (const store of stores) yield* store.list(folder)
    },
    async installations() {
      const found = new Set<string>()
      for (const store of stores) for (const id of await store.installations()) found.add(id)
      return [...found]
    },
  }
}

/** Whether attachments can be stored: the bucket answers, or the folder can be written. */
export async function storageCheck(config: Config): Promise<SystemCheck> {
  const head = { id: 'storage', title: 'Armazenamento dos anexos' }
  const storage = openStorage(config)
  try {
    if (config.S3_BUCKET !== undefined) await storage.installations()
    await tryToWrite(storage.incoming)
  } catch (error) {
    const [where, advice] =
      config.S3_BUCKET === undefined
        ? [`A pasta ${resolve(config.DATA_DIR)} não pode ser gravada`, 'Verifique o dono e as permissões da pasta.']
        : [`O bucket ${config.S3_BUCKET} não responde`, 'Verifique o serviço de S3_ENDPOINT e as chaves de acesso.']
    return { ...head, state: 'problem', summary: `${where}: ${reasonOf(error)}.`, advice }
  }
  const summary =
    config.S3_BUCKET === undefined
      ? `A pasta ${resolve(config.DATA_DIR)} pode ser gravada.`
      : `O bucket ${config.S3_BUCKET} responde.`
  return { ...head, state: 'ok', summary, advice: null }
}

/**
 * Creates no folder: the check also runs in tools, whose account may be another than the server's.
 *
 * @throws Error of the system when files cannot be written
 */
async function tryToWrite(folder: string): Promise<void> {
  if (!existsSync(folder)) {
    // The slash makes a file in the place of a folder an error.
    return access(`${nearestExisting(folder)}${sep}`, constants.W_OK)
  }
  const probe = join(folder, `check-${randomUUID()}`)
  try {
    await writeFile(probe, 'malote', { flag: 'wx', mode: 0o600 })
  } finally {
    await rm(probe, { force: true })
  }
}

const nearestExisting = (folder: string): string => (existsSync(folder) ? folder : nearestExisting(dirname(folder)))

/** The code of the system or of the bucket; the storage wraps it into errors of its own. */
function reasonOf(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code, name } = one as { code?: unknown; name: string }
    if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return code
    if (one.cause === undefined) return name === 'Error' ? one.message : name
  }
  return String(error)
}

const gigabyte = 1e9

/** Whether the disk of DATA_DIR has room. Uploads are refused below 256 MiB, and the embedded database stops at 0. */
export async function diskCheck({ DATA_DIR }: Pick<Config, 'DATA_DIR'>, read = statfs): Promise<SystemCheck> {
  const head = { id: 'disk', title: 'Espaço em disco' }
  const { free, total } = await diskSpace(DATA_DIR, read)
  const summary = `${sizeInWords(free)} livres de ${sizeInWords(total)} no disco de ${resolve(DATA_DIR)}.`
  if (free >= 5 * gigabyte && free >= 0.1 * total) return { ...head, state: 'ok', summary, advice: null }
  const isUrgent = free < gigabyte || free < 0.03 * total
  const advice = 'Libere espaço ou aumente o disco. Quando ele enche, anexos e mudanças são recusados; nada se perde.'
  return { ...head, state: isUrgent ? 'problem' : 'warning', summary, advice }
}

/** Bytes of the disk on which DATA_DIR is; `free` are those that our account may use. */
export async function diskSpace(dataDir: string, read = statfs): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await read(nearestExisting(resolve(dataDir)))
  return { free: bavail * bsize, total: blocks * bsize }
}
