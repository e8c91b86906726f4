import { createHash, randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { verifyChain } from '../db/chain/verify-chain.ts'
import { withPatientDatabase } from '../db/connect.ts'
import { isRefusedCommit } from '../db/dialect.ts'
import { compareDerived } from '../db/invariants.ts'
import { ageOf, type DatabaseDefinition, migrateTo, migrateToLatest, ourDefinition } from '../db/migrate.ts'
import type { Storage } from '../files/storage.ts'
import { isStorageKey, keyIn } from '../files/storage-key.ts'
import { StartupError } from '../startup-error.ts'
import { cutOff, damaged, type Manifest, manifest, notAnArchive, readEntry, type Trailer, trailer } from './manifest.ts'
import { openSession, type Session } from './open-data.ts'
import { type Entry, readEntries } from './read-entries.ts'
import { type RestoreTarget, restoreFile } from './restore-file.ts'
import { type ArchiveKeys, type CheckedSeal, checkSeal } from './seal.ts'
import { closeTables, ensureEmpty, openTables, quoted, tablesOf, transientTables } from './tables.ts'

/** A running restore. */
interface Restore extends RestoreTarget {
  manifest: Manifest
  /** The last part of each table. */
  parts: Map<string, number>
}

/** An archive whose seal was checked. */
interface Source {
  file: string
  seal: CheckedSeal
  encryptionKey: string | undefined
  definition: DatabaseDefinition
}

export interface RestoreOptions extends ArchiveKeys {
  /** True for the operator's explicit word that a missing or wrong seal is accepted. */
  acceptsUnverified?: boolean
  /** Stops the work; the database stays empty. */
  signal?: AbortSignal | undefined
  /** The release that restores; this one. */
  definition?: DatabaseDefinition
}

/** Memory for building indexes and for comparing whole tables; PostgreSQL's defaults are made for many small queries. */
const bulkLoad = { maintenance_work_mem: '256MB', work_mem: '64MB' }

/** The restored numbers, and whether the seal was verified. */
export type Restored = Trailer & { isVerified: boolean }

/**
 * Fills an empty database and its storage from an archive, completely or not at all, in one transaction. An archive of
 * an older Malote is loaded into the tables of its version, which are then migrated.
 *
 * The result is an installation of its own: its files get its own identity, so that a copy for tests never removes
 * those of the original. Sessions, links and throttles are not restored.
 *
 * @param storage undefined for a trial, which checks the files and does not store them
 * @throws StartupError when the database is not empty, or the archive is damaged, incomplete, not ours or of a newer
 * Malote. Also when a derived number does not match the facts, or the history its chain; the data then stay restored.
 */
export async function restoreArchive(
  connectionString: string,
  storage: Storage | undefined,
  file: string,
  { key, encryptionKey, acceptsUnverified = false, signal, definition = ourDefinition() }: RestoreOptions = {},
): Promise<Restored> {
  const session = await openSession(connectionString, bulkLoad)
  const stop = () => void session.end()
  signal?.addEventListener('abort', stop)
  try {
    const seal = await checkSeal(file, { key, encryptionKey }, acceptsUnverified)
    const installation = randomUUID()
    const source = { file, seal, encryptionKey, definition }
    const found = await allOrNothing(source, session, storage, installation)
    await migrateToLatest(session.db, definition)
    // On two connections, because each takes minutes with millions of rows.
    const [wrong, { broken }] = await Promise.all([
      compareDerived(session.db),
      withPatientDatabase(connectionString, verifyChain),
    ])
    ensureTrue([...wrong, ...broken])
    return { ...found, isVerified: seal.isVerified }
  } catch (error) {
    throw asSentence(error, file)
  } finally {
    signal?.removeEventListener('abort', stop)
    await session.end()
  }
}

async function allOrNothing(
  source: Source,
  session: Session,
  storage: Storage | undefined,
  installation: string,
): Promise<Trailer> {
  const target = { client: session.client, storage, files: new Set<string>(), installation }
  try {
    const found = await readWhole(source, session, target)
    await commit(session)
    return found
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw error
    await session.client.query('rollback').catch(() => {})
    await storage?.remove([...target.files]).catch(() => {})
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

async function readWhole(
  { file, seal, encryptionKey, definition }: Source,
  session: Session,
  target: RestoreTarget,
): Promise<Trailer> {
  const digest = createHash('sha256')
  let restore: Restore | undefined
  let end: Trailer | undefined
  for await (const entry of readEntries(file, encryptionKey, digest)) {
    if (end !== undefined) throw notAnArchive()
    if (restore === undefined) {
      if (entry.kind !== 'manifest') throw notAnArchive()
      const head = readEntry(manifest, await text(entry.content))
      await prepare(session, head, definition)
      restore = { ...target, manifest: head, parts: new Map() }
    } else if (entry.kind === 'trailer') {
      end = readEntry(trailer, await text(entry.content))
    } else {
      await restoreEntry(restore, entry)
    }
  }
  if (restore === undefined || end === undefined) throw cutOff()
  // Somebody writes to the file while we read it: what was restored is not what was checked.
  if (!digest.digest().equals(seal.digest)) throw damaged()
  await finish(restore, end)
  return end
}

async function prepare(session: Session, { migrations, tables }: Manifest, definition: DatabaseDefinition) {
  const ours = definition.migrations.map(({ name }) => name)
  if (ageOf(migrations, ours) === 'unpublished') {
    throw new StartupError(
      'Esta cópia de segurança é de uma versão de desenvolvimento do Malote, anterior à primeira publicação, que já não é lida.',
    )
  }
  if (migrations.some((name, index) => name !== ours[index])) {
    throw new StartupError('Esta cópia de segurança é de uma versão mais nova do Malote: atualize o programa.')
  }
  await migrateTo(session.db, definition, migrations.at(-1) ?? '')
  if (JSON.stringify(await tablesOf(session.db)) !== JSON.stringify(tables)) throw notAnArchive()
  await session.client.query('begin')
  await ensureEmpty(session.client, Object.keys(tables))
  await openTables(session.client, Object.keys(tables))
}

async function restoreEntry(restore: Restore, entry: Entry) {
  if (entry.kind === 'file') return restoreFile(restore, entry)
  if (entry.kind !== 'table') throw notAnArchive()
  const { table, part, size, content } = entry
  const columns = Object.hasOwn(restore.manifest.tables, table) ? restore.manifest.tables[table] : undefined
  // Our parts are numbered from 1 and never empty.
  if (columns === undefined || size === 0 || part !== (restore.parts.get(table) ?? 0) + 1) throw notAnArchive()
  restore.parts.set(table, part)
  // We never write these rows: they let somebody in.
  if (transientTables.includes(table)) return void (await pipeline(content, drain))
  const names = columns.map((column) => pg.escapeIdentifier(column)).join()
  await pipeline(content, restore.client.query(copyFrom(`copy ${quoted(table)} (${names}) from stdin with (freeze)`)))
}

async function drain(chunks: AsyncIterable<Buffer>) {
  for await (const _chunk of chunks);
}

async function finish(restore: Restore, end: Trailer) {
  const { client, manifest: head, files } = restore
  for (const table of Object.keys(head.tables)) {
    if (transientTables.includes(table)) continue
    const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${quoted(table)}`)
    if (Number(rows[0]?.n) !== end.rows[table]) throw cutOff()
  }
  if (files.size !== end.files) throw cutOff()
  for (const [table, last] of Object.entries(end.lastIds)) {
    if (!Object.hasOwn(head.tables, table)) throw notAnArchive()
    if (last > 0) await client.query("select setval(pg_get_serial_sequence($1, 'id'), $2)", [table, last])
  }
  await nameFiles(restore)
  await closeTables(client, Object.keys(head.tables))
}

/** Gives the restored rows the keys under which their files were stored. */
async function nameFiles({ client, installation }: Restore) {
  for (let last = 0; ; ) {
    const { rows } = await client.query<{ id: number; storage_key: string }>(
      'select id, storage_key from attachments where id > $1 order by id limit 1000',
      [last],
    )
    const [final] = rows.slice(-1)
    if (final === undefined) break
    if (!rows.every(({ storage_key: key }) => isStorageKey(key))) throw notAnArchive()
    await client.query(
      'update attachments a set storage_key = n.key from unnest($1::int[], $2::text[]) n (id, key) where a.id = n.id',
      [rows.map(({ id }) => id), rows.map(({ storage_key: key }) => keyIn(installation, key))],
    )
    last = final.id
  }
  await client.query('update settings set installation_id = $1, installation_home = null', [installation])
}

function ensureTrue(broken: readonly string[]) {
  if (broken.length === 0) return
  throw new StartupError(`A cópia foi restaurada, mas nem tudo confere: ${broken.join(' ')}`)
}

/** Converts errors of zlib and tar for an incomplete, damaged or unrelated file. */
function asSentence(error: unknown, file: string): unknown {
  const { code, message, path } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new StartupError('O arquivo da cópia de segurança não existe.', { cause: error })
  if (code === 'EISDIR') return new StartupError(`${file} é uma pasta, e não uma cópia de segurança.`, { cause: error })
  if (code === 'EACCES' && path === file) {
    return new StartupError(`A conta que faz a restauração não pode ler ${file}.`, { cause: error })
  }
  if (code === 'Z_BUF_ERROR' || /^Unexpected end of data|Premature close/.test(message)) return cutOff()
  if (code === 'Z_DATA_ERROR') {
    return /header/.test(message) ? notAnArchive(error) : damaged(error)
  }
  // Values that a column, a constraint or a foreign key refuses.
  if (error instanceof pg.DatabaseError && /^2[23]/.test(code ?? '')) {
    return new StartupError('A cópia de segurança contém dados que o Malote não aceita.', { cause: error })
  }
  return /^(Invalid|Unexpected tar|Header exceeds)/.test(message) ? notAnArchive(error) : error
}
