import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../db/connect.ts'
import { writeHashed } from './checked-content.ts'
import type { FileStore } from './file-store.ts'
import { installationOf } from './installation.ts'
import { quarantineOf } from './storage-key.ts'
import { digestIn, type KnownFile, knownFiles } from './verify-files.ts'

/** Where files are moved from and to. */
interface Move {
  from: FileStore
  to: FileStore
  /** Local folder for files on their way, on the same disk as the local store. */
  incoming: string
}

/** The result of a move. */
interface Moved {
  /** Files that are now in the other store. */
  moved: number
  /** Files that were there already: moved by an earlier run, or stored there since. */
  present: number
  /** Portuguese sentences about files that were left where they are. */
  problems: string[]
}

const quarantined = 'application/octet-stream'

/**
 * Moves all attachments, and the files of the quarantine, to the other store. Each is copied, read back and compared with
 * its checksum before the original is deleted, so that an interruption at any moment loses nothing and a further run goes
 * on. The server may run: it reads both stores.
 */
export async function moveFiles(db: Db, move: Move): Promise<Moved> {
  const result: Moved = { moved: 0, present: 0, problems: [] }
  await mkdir(move.incoming, { recursive: true, mode: 0o700 })
  for await (const file of knownFiles(db)) {
    const outcome = await moveOne(move, file)
    if (await isRemoved(db, file.storageKey)) await move.to.remove([file.storageKey])
    else if (outcome === 'moved' || outcome === 'present') result[outcome] += 1
    else result.problems.push(`Anexo ${file.id}: ${outcome} (${file.storageKey}).`)
  }
  for await (const storageKey of move.from.list(quarantineOf(await installationOf(db)))) {
    const sha256 = await digestIn(move.from, storageKey)
    if (sha256 !== undefined) await moveOne(move, { storageKey, contentType: quarantined, sha256 })
  }
  return result
}

/**
 * Whether an Admin has removed the file meanwhile: the copy may have come after the removal. Waits for a removal that is
 * not committed yet.
 */
async function isRemoved(db: Db, key: string): Promise<boolean> {
  const rows = await db.selectFrom('attachments').select('removedAt').where('storageKey', '=', key).forShare().execute()
  return rows.length > 0 && rows.every(({ removedAt }) => removedAt !== null)
}

async function moveOne(
  { from, to, incoming }: Move,
  { storageKey: key, contentType, sha256 }: Omit<KnownFile, 'id'>,
): Promise<string> {
  const content = await from.read(key)
  if (content === undefined) return (await to.lastModified(key)) === undefined ? 'falta no armazenamento' : 'present'
  const path = join(incoming, randomUUID())
  try {
    if (!(await writeHashed(path, content)).equals(sha256)) return 'o conteúdo mudou; o arquivo ficou onde está'
    await to.keep(path, key, contentType)
  } finally {
    await rm(path, { force: true })
  }
  if (!(await digestIn(to, key))?.equals(sha256)) return 'a cópia não confere; o arquivo ficou onde está'
  await from.remove([key])
  return 'moved'
}
