import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Pack, pack } from 'tar-stream'
import { appliedMigrations } from '../db/migrate.ts'
import { flushFolder } from '../files/file-store.ts'
import { spaceGuard } from '../files/free-space.ts'
import type { Storage } from '../files/storage.ts'
import { digestIn } from '../files/verify-files.ts'
import { encrypted } from './encryption.ts'
import {
  archiveFormat,
  fileFolder,
  type Manifest,
  manifestName,
  type Trailer,
  tableFolder,
  trailerName,
} from './manifest.ts'
import { openSession, type Session } from './open-data.ts'
import { type ArchiveKeys, sealed } from './seal.ts'
import { lastIdsOf, quoted, tablesOf, transientTables } from './tables.ts'

/** Bytes of a table per entry. Limited, because tar needs the size of an entry before its content. */
const usualPartSize = 4 * 1024 * 1024

/** Number of attachments looked up at once. */
const batchSize = 1_000

export interface ArchiveOptions extends ArchiveKeys {
  /** Bytes of a table per entry. */
  partSize?: number
  /** Stops the work; what is written so far is removed. */
  signal?: AbortSignal | undefined
  /** Bytes that the archive leaves free on its disk; 0 by default. */
  reserve?: number
}

/**
 * Writes all tables, from one snapshot, and all attachments into one file, without blocking other sessions. Memory use
 * does not depend on the size. The file contains password hashes, so only its owner may read it. It gets its final name
 * when it is complete. With keys, it ends with a seal that a restore checks, and is encrypted.
 *
 * An attachment that the storage has lost, or that is not what was stored, is left out: it would make the archive one
 * that no restore accepts.
 *
 * @returns what was written; `missing` without what was removed meanwhile
 * @throws AppError STORAGE_FULL when less than `reserve` would be left
 */
export async function writeArchive(
  connectionString: string,
  storage: Pick<Storage, 'read'>,
  file: string,
  { partSize = usualPartSize, key, encryptionKey, signal, reserve = 0 }: ArchiveOptions = {},
): Promise<Trailer> {
  const unfinished = unfinishedName(file)
  await rm(unfinished, { force: true })
  const session = await openSession(connectionString)
  try {
    const archive = pack()
    const guard = spaceGuard(dirname(file), reserve)
    const written = pipeline(
      archive,
      createGzip(),
      (chunks: AsyncIterable<Buffer>) => sealed(key, chunks),
      (chunks: AsyncIterable<Buffer>) => (encryptionKey === undefined ? chunks : encrypted(encryptionKey, chunks)),
      guard,
      createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true }),
      { ...(signal && { signal }) },
    )
    // Each failure ends the other side: a full disk, or a lost database.
    const filled = fill(archive, session, storage, partSize).catch((error) => {
      archive.destroy(error)
      throw error
    })
    // The file's failure is the first one, because that of an entry destroys the archive with the same error.
    const [stored, entries] = await Promise.allSettled([written, filled])
    if (stored.status === 'rejected') throw stored.reason
    if (entries.status === 'rejected') throw entries.reason
    await rename(unfinished, file)
    await flushFolder(dirname(file))
    return entries.value
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await session.end()
  }
}

/** Name of an archive that is being written. */
export const unfinishedName = (file: string): string => `${file}.incompleto`

async function fill(
  archive: Pack,
  session: Session,
  storage: Pick<Storage, 'read'>,
  partSize: number,
): Promise<Trailer> {
  const { client, db } = session
  await client.query('begin isolation level repeatable read read only')
  const tables = await tablesOf(db)
  const head: Manifest = { format: archiveFormat, migrations: await appliedMigrations(db), tables }
  await put(archive, manifestName, JSON.stringify(head))

  const rows: Trailer['rows'] = {}
  for (const [table, columns] of Object.entries(tables)) {
    const isTransient = transientTables.includes(table)
    rows[table] = isTransient ? 0 : await putTable(archive, client, { table, columns, partSize })
  }
  const { files, missing } = await putFiles(archive, client, storage)
  const trailer: Trailer = { rows, files, missing, lastIds: await lastIdsOf(db) }
  await put(archive, trailerName, JSON.stringify(trailer))
  await client.query('commit')
  archive.finalize()
  return { ...trailer, missing: await stillKnown(client, missing) }
}

/** Those that have a row now: a file that people remove while the archive is written is not lost. */
async function stillKnown(client: pg.Client, keys: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    'select distinct storage_key as key from attachments where storage_key = any($1) and removed_at is null order by 1',
    [keys],
  )
  return rows.map(({ key }) => key)
}

const lineFeed = '\n'.charCodeAt(0)

async function putTable(
  archive: Pack,
  client: pg.Client,
  { table, columns, partSize }: { table: string; columns: readonly string[]; partSize: number },
): Promise<number> {
  const names = columns.map((column) => pg.escapeIdentifier(column)).join()
  const copy = client.query(copyTo(`copy ${quoted(table)} (${names}) to stdout`))
  let chunks: Buffer[] = []
  let size = 0
  let part = 0
  const putPart = async (content: Buffer) => {
    part += 1
    await put(archive, `${tableFolder}/${table}/${String(part).padStart(6, '0')}`, content)
  }
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size < partSize) continue
    // Every part is a complete COPY. Line feeds within values are escaped as `\n`, so that each line feed ends a row.
    const content = Buffer.concat(chunks)
    const end = content.lastIndexOf(lineFeed) + 1
    if (end > 0) await putPart(content.subarray(0, end))
    chunks = [content.subarray(end)]
    size = content.length - end
  }
  if (size > 0) await putPart(Buffer.concat(chunks))
  return copy.rowCount
}

async function putFiles(archive: Pack, client: pg.Client, storage: Pick<Storage, 'read'>) {
  let files = 0
  const missing: string[] = []
  for (let last = 0; ; ) {
    const { rows } = await client.query<{ id: number; storage_key: string; size_bytes: string; sha256: Buffer }>(
      // Each stored file once: the attachments of a redirected protocol share theirs.
      `select id, storage_key, size_bytes, sha256 from attachments
       where id > $1 and removed_at is null and not exists (
         select from attachments earlier
         where earlier.storage_key = attachments.storage_key and earlier.id < attachments.id and earlier.removed_at is null
       ) order by id limit $2`,
      [last, batchSize],
    )
    for (const { storage_key: key, size_bytes: size, sha256 } of rows) {
      // Read twice, because what has been written to the archive cannot be taken back.
      const isWhole = (await digestIn(storage, key))?.equals(sha256) === true
      const content = isWhole ? await storage.read(key) : undefined
      if (content === undefined) missing.push(key)
      else await put(archive, `${fileFolder}/${key}`, content, Number(size))
      if (content !== undefined) files += 1
    }
    if (rows.length < batchSize) return { files, missing }
    last = rows.at(-1)?.id ?? last
  }
}

function put(archive: Pack, name: string, content: string | Buffer | Readable, streamSize?: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const isStream = typeof content !== 'string' && !Buffer.isBuffer(content)
    const size = isStream ? streamSize : Buffer.byteLength(content)
    const entry = archive.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()))
    entry.on('error', reject)
    // The entry is closed without an error when the archive was destroyed.
    entry.once('close', () => reject(new Error('the archive was closed before it was whole')))
    if (isStream) content.on('error', reject).pipe(entry)
    else entry.end(content)
  })
}
