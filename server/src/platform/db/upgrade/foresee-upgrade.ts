import { sql } from 'kysely'
import type { Db } from '../connect.ts'
import { appliedMigrations, type DatabaseDefinition, ensureKnown, ourDefinition } from '../migrate.ts'
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
  migrations: { name: string; steps: Step[] }[]
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
      const migrations = []
      for (const { name, text } of definition.migrations) {
        if (!applied.includes(name)) migrations.push({ name, steps: await stepsOf(trx, effectsOf(text)) })
      }
      return {
        from: newest?.join('.') ?? null,
        isOlder,
        migrations,
        files: isOlder ? [] : filesToApply(definition.sqlFiles, files).map(({ name }) => name),
      }
    })

async function appliedFiles(db: Db): Promise<AppliedFile[]> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('sql_files') is not null as is`.execute(db)
  if (!rows[0]?.is) return []
  return (await sql<AppliedFile>`select name, digest, release, objects from sql_files`.execute(db)).rows
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
