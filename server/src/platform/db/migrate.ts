import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { version } from '../release.ts'
import { StartupError } from '../startup-error.ts'
import { lockTables, TablesInUse } from './lock-tables.ts'
import {
  appliedFiles,
  applyFile,
  dropLeftovers,
  filesToApply,
  isNewer,
  ourSqlFiles,
  type SqlFile,
} from './sql-files.ts'

const folder = new URL('./migrations/', import.meta.url)

/** One step from an empty database to the tables of this release. */
export interface Migration {
  name: string
  /** SQL statements. */
  text: string
}

/** The database schema of a release of Malote. */
export interface DatabaseDefinition {
  /** Tables, constraints and indexes, as successive steps. */
  migrations: readonly Migration[]
  /** Functions, triggers and views, as complete definitions. */
  sqlFiles: readonly SqlFile[]
  /** Version of the release: `[1, 4, 0]`. */
  release: readonly number[]
}

/** The definition of this release. */
export function ourDefinition(): DatabaseDefinition {
  // Without a suffix, as in 1.0.0-beta.1.
  const release = version.split('-', 1).flatMap((numbers) => numbers.split('.').map(Number))
  const migrations = knownMigrations().map((name) => ({
    name,
    text: readFileSync(new URL(`${name}.sql`, folder), 'utf8'),
  }))
  return { migrations, sqlFiles: ourSqlFiles(), release }
}

/** Key of the advisory lock for migrations. An arbitrary number, the same in every Malote. */
const migrationLock = 5_620_313

/**
 * Migrates the database to the newest version in one transaction. Only one process migrates at a time; others wait
 * without a time limit.
 *
 * @param db a database without statement timeouts, see `withPatientDatabase`
 * @param finish runs last, in the same transaction
 * @throws StartupError when PostgreSQL is too old, or the database has migrations that this release does not know
 */
export const migrateToLatest = <DB>(
  db: Kysely<DB>,
  definition: DatabaseDefinition = ourDefinition(),
  finish: Finish<DB> = async () => {},
): Promise<void> => migrate(db, definition, undefined, finish)

/** Runs last in the transaction of a migration: servers that keep running see the new tables only together with it. */
type Finish<DB> = (one: Kysely<DB>) => Promise<void>

/**
 * Migrates an empty database up to one migration, without the triggers, so that data of that age can be loaded.
 * {@link migrateToLatest} then does the rest.
 */
export const migrateTo = <DB>(db: Kysely<DB>, definition: DatabaseDefinition, name: string): Promise<void> =>
  migrate(db, definition, name, async () => {})

/** The names of all migrations, in order. */
export const knownMigrations = (): string[] =>
  readdirSync(folder)
    .map((file) => basename(file, '.sql'))
    .sort()

/**
 * How these migrations, of a database or an archive, compare with ours. Databases from before 1.0.0 do not begin with our
 * first one, and cannot be upgraded.
 */
export function ageOf(migrations: readonly string[], ours: readonly string[]): 'known' | 'newer' | 'unpublished' {
  if (migrations.length > 0 && migrations[0] !== ours[0]) return 'unpublished'
  return migrations.every((name) => ours.includes(name)) ? 'known' : 'newer'
}

async function migrate<DB>(
  db: Kysely<DB>,
  definition: DatabaseDefinition,
  last: string | undefined,
  finish: Finish<DB>,
): Promise<void> {
  await ensureServerVersion(db)
  await inTurn(db, async (one) => {
    await ensureKnown(one, definition)
    const start = Date.now()
    let patientAttempts = 0
    for (;;) {
      const isPatient = Date.now() - start > longestTrying
      if (isPatient) patientAttempts += 1
      try {
        return await inOneTransaction(one, async () => {
          await build(one, definition, last, isPatient ? 0 : briefWait)
          await finish(one)
        })
      } catch (error) {
        if (!isCollision(error) || patientAttempts === mostPatientAttempts) throw error
        await pass(500 + 500 * Math.random())
      }
    }
  })
}

/**
 * Milliseconds that a migration waits for its locks. Servers that keep running meanwhile lock the same tables in another
 * order; PostgreSQL looks for a deadlock after a second (`deadlock_timeout`) and ends the transaction that has waited so
 * long, which must not be that of a server. Nobody queues behind the migration for longer either.
 */
const briefWait = 700

/** Milliseconds after which attempts no longer give way: some session holds a lock for long. */
const longestTrying = 60_000

const mostPatientAttempts = 10

/** Deadlock, lock timeout. */
const collisions = ['40P01', '55P03']

function isCollision(error: unknown): boolean {
  if (error instanceof TablesInUse) return true
  const { code } = (error instanceof StartupError ? error.cause : error) as { code?: string }
  return collisions.includes(code ?? '')
}

/**
 * @param last the migration to stop after; undefined for all, and for what is made on top of the tables
 * @param longestWait for a lock, in milliseconds; 0 without a limit
 */
async function build<DB>(
  db: Kysely<DB>,
  { migrations, sqlFiles, release }: DatabaseDefinition,
  last: string | undefined,
  longestWait: number,
) {
  await waitAtMost(db, longestWait)
  const applied = await appliedFiles(db)
  // A server of an older release must not undo what a newer one on the same database has applied.
  const isOlder = applied.some((file) => isNewer(file.release, release))
  const changed = isOlder ? [] : filesToApply(sqlFiles, applied)
  const known = await appliedMigrations(db)
  const missing = migrations.filter(({ name }) => !known.includes(name))
  const newest = known.at(-1) ?? ''
  const misplaced = missing.find(({ name }) => name < newest)
  if (misplaced) fail(new Error(`its name must sort after ${newest}`), misplaced.name)
  if (changed.length + missing.length > 0) await lockTables(db, longestWait)
  const apply = async (files: readonly SqlFile[]) => {
    for (const file of files) await applyFile(db, file, release).catch((error) => fail(error, file.name))
  }
  await apply(changed.filter(({ isNeededByTables }) => isNeededByTables))
  for (const migration of missing) {
    if (last !== undefined && migration.name > last) return
    await applyMigration(db, migration).catch((error) => fail(error, migration.name))
  }
  if (last !== undefined) return

  await apply(changed.filter(({ isNeededByTables }) => !isNeededByTables))
  if (!isOlder) await dropLeftovers(db, sqlFiles, applied)
}

async function applyMigration<DB>(db: Kysely<DB>, { name, text }: Migration) {
  await sql.raw(text).execute(db)
  await sql`
    create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())
  `.execute(db)
  await sql`insert into migrations (name) values (${name})`.execute(db)
}

/** The names of the migrations that this database has had, in order; none when it is empty. */
export async function appliedMigrations<DB>(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ table: string | null }>`
    select coalesce(to_regclass('migrations'), to_regclass('kysely_migration'))::text as table`.execute(db)
  const table = rows[0]?.table
  if (!table) return []
  const applied = await sql<{ name: string }>`select name from ${sql.table(table)} order by name collate "C"`.execute(
    db,
  )
  return applied.rows.map(({ name }) => name)
}

/** Until the end of the transaction. */
const waitAtMost = <DB>(db: Kysely<DB>, milliseconds: number) =>
  sql`select set_config('lock_timeout', ${`${milliseconds}ms`}, true)`.execute(db)

function fail(cause: unknown, place?: string): never {
  const reason = cause instanceof Error ? cause.message : String(cause)
  throw new StartupError(`A atualização do banco de dados falhou${place ? ` em ${place}` : ''}: ${reason}.`, { cause })
}

/** @throws StartupError when the database has migrations that this release does not know */
export async function ensureKnown<DB>(db: Kysely<DB>, { migrations }: DatabaseDefinition) {
  const age = ageOf(
    await appliedMigrations(db),
    migrations.map(({ name }) => name),
  )
  if (age === 'newer') {
    throw new StartupError('Este banco de dados já foi usado por uma versão mais nova do Malote: atualize o programa.')
  }
  if (age === 'unpublished') {
    throw new StartupError(
      'Este banco de dados é de uma versão de desenvolvimento do Malote, anterior à primeira publicação, que já não é atualizada: comece com um banco de dados vazio (o da demonstração está na pasta data-demo, que pode ser apagada).',
    )
  }
}

const inTurn = <DB, Result>(db: Kysely<DB>, work: (one: Kysely<DB>) => Promise<Result>): Promise<Result> =>
  db.connection().execute(async (one) => {
    await sql`
      with no_timeout as (select set_config('lock_timeout', '0', true))
      select pg_advisory_lock(${migrationLock}::bigint) from no_timeout`.execute(one)
    try {
      return await work(one)
    } finally {
      // Fails only if the connection is lost, which releases the lock.
      await sql`select pg_advisory_unlock(${migrationLock}::bigint)`.execute(one).catch(() => {})
    }
  })

/** By hand, on the connection that holds the advisory lock. */
async function inOneTransaction<DB>(one: Kysely<DB>, work: () => Promise<void>): Promise<void> {
  await sql`begin`.execute(one)
  try {
    await work()
    await sql`commit`.execute(one)
  } catch (error) {
    await sql`rollback`.execute(one).catch(() => {})
    throw error
  }
}

async function ensureServerVersion<DB>(db: Kysely<DB>) {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db)
  const major = Math.floor(Number(rows[0]?.version) / 10_000)
  if (major < 15) throw new StartupError(`O Malote precisa do PostgreSQL 15 ou mais novo; este é o ${major}.`)
}
