import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { writeHashed } from '../files/checked-content.ts'
import { isServed } from '../files/file-format.ts'
import type { Storage } from '../files/storage.ts'
import { isStorageKey, keyIn } from '../files/storage-key.ts'
import { StartupError } from '../startup-error.ts'
import { damaged, notAnArchive } from './manifest.ts'

/** What a file is restored into. */
export interface RestoreTarget {
  client: pg.Client
  /** undefined for a trial: files are checked and not stored. */
  storage: Storage | undefined
  /** Keys of the files that the restore has stored. None existed before; they are removed again when it fails. */
  files: Set<string>
  /** The identity of the restored installation. */
  installation: string
}

/** Bytes that are left free on the disk. */
const reserve = 64 * 1024 * 1024

/**
 * Stores one attachment under the identity of the restored installation. Tables come first in an archive, so the row of
 * each file is known, with its size, its type and its digest; a file that does not match is refused before it is written,
 * or at the latest before it leaves the incoming folder.
 *
 * @throws StartupError
 */
export async function restoreFile(
  { client, storage, files, installation }: RestoreTarget,
  { key, size, content }: { key: string; size: number; content: Readable },
): Promise<void> {
  const target = keyIn(installation, key)
  if (!isStorageKey(key) || files.has(target)) throw notAnArchive()
  const { rows } = await client.query<{ content_type: string; sha256: Buffer; size_bytes: string }>(
    // Rows of a redirected protocol share a file. Those that an Admin has removed have the size 0.
    'select content_type, sha256, size_bytes from attachments where storage_key = $1 order by size_bytes desc limit 1',
    [key],
  )
  const [known] = rows
  if (known === undefined || !isServed(known.content_type)) throw notAnArchive()
  if (size !== Number(known.size_bytes)) throw damaged()
  if (storage === undefined) {
    const hash = createHash('sha256')
    await pipeline(content, hash)
    if (!hash.digest().equals(known.sha256)) throw damaged()
    files.add(target)
    return
  }
  await mkdir(storage.incoming, { recursive: true, mode: 0o700 })
  await ensureSpace(storage.incoming, size)
  const path = join(storage.incoming, randomUUID())
  try {
    if (!(await writeHashed(path, content)).equals(known.sha256)) throw damaged()
    files.add(target)
    await storage.keep(path, target, known.content_type)
  } finally {
    await rm(path, { force: true })
  }
}

async function ensureSpace(folder: string, size: number) {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= size + reserve) return
  throw new StartupError('Não há espaço em disco para os anexos desta cópia de segurança.')
}
