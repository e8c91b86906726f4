import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { extract } from 'tar-stream'
import { isRefusedCommit } from '../db/dialect.ts'
import { compareDerived } from '../db/invariants.ts'
import { ageOf, knownMigrations, migrateTo, migrateToLatest } from '../db/migrate.ts'
import type { Storage } from '../files/storage.ts'
import { StartupError } from '../startup-error.ts'
import { closeTables, ensureEmpty, openTables } from './empty-tables.ts'
import {
  fileFolder,
  type Manifest,
  manifest,
  manifestName,
  notAnArchive,
  readEntry,
  type Trailer,
  tableFolder,
  trailer,
  trailerName,
} from './manifest.ts'
import { openSession, type Session } from './open-session.ts'
import { quoted, tablesOf } from './tables.ts'

/** A running restore. */
interface Restore {
  session: Session
  storage: Storage
  manifest: Manifest
  files: RestoredFiles
}

/** Files that a restore has stored so far. */
interface RestoredFiles {
  count: number
  /** Keys that did not exist before; removed again when the restore fails. */
  added: string[]
}

/**
 * Fills an empty database and its storage from an archive, completely or not at all, in one transaction. An archive of
 * an older Malote is loaded into the tables of its version, which are then migrated.
 *
 * @returns what was restored
 * @throws StartupError when the database is not empty, or the archive is damaged, incomplete or of a newer Malote. Also
 * when a derived number does not match the facts; the data then stay restored.
 */
export async function restoreArchive(connectionString: string, storage: Storage, file: string): Promise<Trailer> {
  const session = await openSession(connectionString)
  try {
    const found = await allOrNothing(file, session, storage)
    await migrateToLatest(session.db)
    ensureTrue(await compareDerived(session.db))
    return found
  } catch (error) {
    throw asSentence(error)
  } finally {
    await session.end()
  }
}

async function allOrNothing(file: string, session: Session, storage: Storage): Promise<Trailer> {
  const files: RestoredFiles = { count: 0, added: [] }
  try {
    const found = await readWhole(file, session, storage, files)
    await commit(session)
    return found
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw error
    await session.client.query('rollback').catch(() => {})
    await storage.remove(files.added).catch(() => {})
    throw error
  }
}

/** The transaction may have been committed, so that the files must be kept. */
class OutcomeUnknown extends StartupError {}

async function commit({ client }: Session) {
  try {
    await client.query('commit')
  } catch (cause) {
    if (isRefusedCommit(cause)) throw cause
    const sentence =
      'A conexão com o banco de dados caiu antes da confirmação. Repita a restauração: se os dados já estiverem lá, ela dirá que o banco não está vazio.'
    throw new OutcomeUnknown(sentence, { cause })
  }
}

async function readWhole(file: string, session: Session, storage: Storage, files: RestoredFiles): Promise<Trailer> {
  const entries = extract()
  const unpacked = pipeline(createReadStream(file), createGunzip(), entries)
  unpacked.catch(() => {}) // the loop below reads the same stream and gets the error
  let restore: Restore | undefined
  let end: Trailer | undefined
  for await (const entry of entries) {
    const { name } = entry.header
    const content = entry as unknown as Readable
    if (restore === undefined) {
      if (name !== manifestName) throw notAnArchive()
      const head = readEntry(manifest, await text(content))
      await prepare(session, head)
      restore = { session, storage, manifest: head, files }
    } else if (name === trailerName) {
      end = readEntry(trailer, await text(content))
    } else {
      await restoreEntry(restore, name, content)
    }
  }
  await unpacked
  if (restore === undefined || end === undefined) throw cutOff()
  await finish(restore, end)
  return end
}

async function prepare(session: Session, { migrations, tables }: Manifest) {
  const ours = await knownMigrations()
  if (ageOf(migrations, ours) === 'unpublished') {
    throw new StartupError(
      'Esta cópia de segurança é de uma versão de desenvolvimento do Malote, anterior à primeira publicação, que já não é lida.',
    )
  }
  if (migrations.some((name, index) => name !== ours[index])) {
    throw new StartupError('Esta cópia de segurança é de uma versão mais nova do Malote: atualize o programa.')
  }
  await migrateTo(session.db, migrations.at(-1) ?? '')
  if (JSON.stringify(await tablesOf(session.db)) !== JSON.stringify(tables)) throw notAnArchive()
  await session.client.query('begin')
  await ensureEmpty(session.client, Object.keys(tables))
  await openTables(session.client, Object.keys(tables))
}

async function restoreEntry(restore: Restore, name: string, content: Readable) {
  const [folder, table = ''] = name.split('/')
  const columns = restore.manifest.tables[table]
  if (folder === tableFolder && columns !== undefined) {
    const names = columns.map((column) => pg.escapeIdentifier(column)).join()
    const copy = `copy ${quoted(table)} (${names}) from stdin`
    await pipeline(content, restore.session.client.query(copyFrom(copy)))
    return
  }
  if (folder !== fileFolder) throw notAnArchive()
  await restoreFile(restore, name.slice(fileFolder.length + 1), content)
}

/** Tables come first in an archive, so that the row of each file is known, with its expected content. */
async function restoreFile({ session, storage, files }: Restore, key: string, content: Readable) {
  const { rows } = await session.client.query<{ content_type: string; sha256: Buffer }>(
    'select content_type, sha256 from attachments where storage_key = $1',
    [key],
  )
  const [known] = rows
  if (known === undefined) throw notAnArchive()
  await mkdir(storage.incoming, { recursive: true, mode: 0o700 })
  const path = join(storage.incoming, randomUUID())
  const hash = createHash('sha256')
  try {
    await pipeline(
      content,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(path, { mode: 0o600, flush: true }),
    )
    if (!hash.digest().equals(known.sha256)) throw damaged()
    // Existing files are not recorded as added: if only the database was lost, they are the only copy until the restore
    // succeeds.
    if ((await storage.lastModified(key)) === undefined) files.added.push(key)
    files.count += 1
    await storage.keep(path, key, known.content_type)
  } finally {
    await rm(path, { force: true })
  }
}

async function finish({ session: { client }, manifest: { tables }, files }: Restore, end: Trailer) {
  for (const table of Object.keys(tables)) {
    const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${quoted(table)}`)
    if (Number(rows[0]?.n) !== end.rows[table]) throw cutOff()
  }
  if (files.count !== end.files) throw cutOff()
  for (const [table, last] of Object.entries(end.lastIds)) {
    if (last > 0) await client.query("select setval(pg_get_serial_sequence($1, 'id'), $2)", [table, last])
  }
  await closeTables(client)
}

function ensureTrue(broken: readonly string[]) {
  if (broken.length === 0) return
  throw new StartupError(`A cópia foi restaurada, mas nem tudo confere: ${broken.join(' ')}`)
}

const cutOff = () => new StartupError('A cópia de segurança está incompleta: o arquivo termina antes do fim.')
const damaged = (cause?: unknown) => new StartupError('A cópia de segurança está danificada.', { cause })

/** Converts errors of zlib and tar for an incomplete, damaged or unrelated file. */
function asSentence(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new StartupError('O arquivo da cópia de segurança não existe.', { cause: error })
  if (code === 'Z_BUF_ERROR' || /^Unexpected end of data|Premature close/.test(message)) return cutOff()
  if (code === 'Z_DATA_ERROR') {
    return /header/.test(message) ? notAnArchive(error) : damaged(error)
  }
  return /^Invalid tar header/.test(message) ? notAnArchive(error) : error
}
