import { Kysely, type Migration, sql } from 'kysely'
import type { Db } from '../connect.ts'
import { type DatabaseDefinition, ensureKnown, ourDefinition } from '../migrate.ts'
import { readingDialect } from '../replica/reading-driver.ts'
import { type AppliedFile, filesToApply, isNewer } from '../sql-files.ts'
import { type Effect, effectsOf } from './statement-effects.ts'

/** An effect on a table as large as it is now. */
export interface Step extends Effect {
  /** Estimated by the last `analyze`. */
  rows: number
  bytes: number
  /** A rough guess: seconds on a machine with an ordinary disk. */
  seconds: number
}

/** What this release will do to a database. */
export interface Upgrade {
  /** The largest version that has prepared this database, as `1.4.0`; null when the database is new. */
  from: string | null
  /** Another, newer release works on this database: this one changes no function or view. */
  isOlder: boolean
  /** @property steps null when they cannot be foreseen */
  migrations: { name: string; steps: Step[] | null }[]
  /** SQL files whose functions, triggers or views are made again; always quick. */
  files: string[]
}

/** Bytes per second, cautiously: half of what a small machine with an SSD does. */
const speed = { quick: Number.POSITIVE_INFINITY, scan: 200e6, index: 40e6, rewrite: 15e6 } as const

/**
 * Compares the database with this release. Changes nothing and locks nothing.
 *
 * @throws StartupError when this release cannot upgrade the database
 */
export const foreseeUpgrade = (db: Db, definition: DatabaseDefinition = ourDefinition()): Promise<Upgrade> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      await ensureKnown(trx, definition)
      const applied = await appliedMigrations(trx)
      const files = await appliedFiles(trx)
      const isOlder = files.some(({ release }) => isNewer(release, definition.release))
      const newest = files
        .map(({ release }) => release)
        .reduce<readonly number[] | null>(
          (best, release) => (best === null || isNewer(release, best) ? release : best),
          null,
        )
      const all = Object.entries(await definition.migrations.getMigrations()).sort(([a], [b]) => (a < b ? -1 : 1))
      const migrations = []
      for (const [name, migration] of all) {
        if (applied.has(name)) continue
        const statements = await statementsOf(migration)
        migrations.push({ name, steps: statements && (await stepsOf(trx, effectsOf(statements))) })
      }
      return {
        from: newest?.join('.') ?? null,
        isOlder,
        migrations,
        files: isOlder ? [] : filesToApply(definition.sqlFiles, files).map(({ name }) => name),
      }
    })

const exists = async (db: Db, table: string) =>
  (await sql<{ is: boolean }>`select to_regclass(${table}) is not null as is`.execute(db)).rows[0]?.is === true

async function appliedMigrations(db: Db): Promise<Set<string>> {
  if (!(await exists(db, 'kysely_migration'))) return new Set()
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

async function appliedFiles(db: Db): Promise<AppliedFile[]> {
  if (!(await exists(db, 'sql_files'))) return []
  return (await sql<AppliedFile>`select name, digest, release, objects from sql_files`.execute(db)).rows
}

/** Runs a migration on a database that takes notes and has no rows; null when it cannot work with that. */
async function statementsOf(migration: Migration): Promise<string[] | null> {
  const statements: string[] = []
  const dialect = readingDialect(async (query) => {
    statements.push(query.sql)
    return { rows: [] }
  })
  const notes = new Kysely<unknown>({ dialect })
  try {
    await migration.up(notes)
    return statements
  } catch {
    return null
  }
}

async function stepsOf(db: Db, effects: readonly Effect[]): Promise<Step[]> {
  const { rows } = await sql<{ name: string; rows: number; bytes: number }>`
    select case s.nspname when 'public' then '' else s.nspname || '.' end || c.relname as name,
      greatest(c.reltuples, 0)::float8 as rows, pg_table_size(c.oid) as bytes
    from pg_class c join pg_namespace s on s.oid = c.relnamespace where c.relkind in ('r', 'p')
  `.execute(db)
  return effects.map((effect) => {
    const table = rows.find(({ name }) => name === effect.table)
    const bytes = table?.bytes ?? 0
    return { ...effect, rows: table?.rows ?? 0, bytes, seconds: bytes / speed[effect.kind] }
  })
}
