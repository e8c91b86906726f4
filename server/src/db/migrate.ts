import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { type Kysely, type Migration, type MigrationProvider, type MigrationResultSet, Migrator, sql } from 'kysely'
import { StartupError } from '../startup-error.ts'

const folder = new URL('./migrations/', import.meta.url)

// Kysely's own provider imports plain paths, which a clone below a folder with `#` or `%` in its name breaks.
const provider: MigrationProvider = {
  async getMigrations() {
    const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    const migrations = files.map(async (file) => [
      basename(file, '.ts'),
      (await import(new URL(file, folder).href)) as Migration,
    ])
    return Object.fromEntries(await Promise.all(migrations))
  },
}

/** Any number, the same in every Malote: the advisory lock of whoever migrates. */
const migrationLock = 5_620_313

/**
 * Brings the database to the newest version, one process at a time: others wait, however long it takes.
 *
 * @param db whose statements take as long as they take, see `withPatientDatabase`
 * @throws StartupError when PostgreSQL is too old, or a newer Malote has already changed the database
 */
export const migrateToLatest = <DB>(db: Kysely<DB>): Promise<void> =>
  migrate(db, (migrator) => migrator.migrateToLatest())

/** Brings an empty database to the state after one migration, for data that are as old as that. */
export const migrateTo = <DB>(db: Kysely<DB>, name: string): Promise<void> =>
  migrate(db, (migrator) => migrator.migrateTo(name))

/** The names of all migrations, in their order. */
export const knownMigrations = async (): Promise<string[]> => Object.keys(await provider.getMigrations()).sort()

async function migrate<DB>(db: Kysely<DB>, run: (migrator: Migrator) => Promise<MigrationResultSet>): Promise<void> {
  await ensureServerVersion(db)
  const { error, results } = await inTurn(db, (one) => run(new Migrator({ db: one, provider })))
  if (error === undefined) return

  const failed = results?.find((result) => result.status === 'Error')?.migrationName
  const reason = error instanceof Error ? error.message : String(error)
  if (failed === undefined && /is missing/.test(reason)) {
    throw new StartupError(
      'Este banco de dados já foi usado por uma versão mais nova do Malote: atualize o programa.',
      {
        cause: error,
      },
    )
  }
  throw new StartupError(`A atualização do banco de dados falhou${failed ? ` em ${failed}` : ''}: ${reason}.`, {
    cause: error,
  })
}

/** Kysely's own lock gives up after an hour, and is asked for only after its tables have been made. */
const inTurn = <DB, Result>(db: Kysely<DB>, work: (one: Kysely<DB>) => Promise<Result>): Promise<Result> =>
  db.connection().execute(async (one) => {
    await sql`
      with patience as (select set_config('lock_timeout', '0', true))
      select pg_advisory_lock(${migrationLock}::bigint) from patience`.execute(one)
    try {
      return await work(one)
    } finally {
      // Fails only with the connection, and the lock with it.
      await sql`select pg_advisory_unlock(${migrationLock}::bigint)`.execute(one).catch(() => {})
    }
  })

async function ensureServerVersion<DB>(db: Kysely<DB>) {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db)
  const major = Math.floor(Number(rows[0]?.version) / 10_000)
  if (major < 15) throw new StartupError(`O Malote precisa do PostgreSQL 15 ou mais novo; este é o ${major}.`)
}
