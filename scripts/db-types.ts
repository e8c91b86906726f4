// `npm run types:db`: writes the types of the tables, server/src/platform/db/schema.ts, from a fresh database; `--verify` only
// reports whether they are stale.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../server/src/platform/db/connect.ts'
import { startEmbeddedDatabase } from '../server/src/platform/db/embedded/start.ts'
import { migrateToLatest } from '../server/src/platform/db/migrate.ts'
import { root, run } from './lib/run.ts'

const types = 'server/src/platform/db/schema.ts'
const folder = mkdtempSync(join(tmpdir(), 'malote-types-'))
const database = await startEmbeddedDatabase({
  dataDir: folder,
  log: console.error,
  onLost: console.error,
  durable: false,
})

try {
  const db = connect(database.ownerConnectionString, { poolSize: 1 })
  await migrateToLatest(db)
  await db.destroy()
  const fresh = join(folder, 'schema.ts')
  process.exitCode = (await writeTypes(fresh)) || keep(fresh)
} finally {
  await database.stop()
  rmSync(folder, { recursive: true })
}

/** Returns the exit code. */
function keep(fresh: string): number {
  const committed = join(root, types)
  if (!process.argv.includes('--verify')) copyFileSync(fresh, committed)
  if (readFileSync(fresh, 'utf8') === readFileSync(committed, 'utf8')) return 0
  console.error(`${types} is not what the migrations and db/sql make: run \`npm run types:db\``)
  return 1
}

/** The types must match what `connect.ts` parses: civil dates and instants are strings, counts are numbers. */
function writeTypes(file: string): Promise<number> {
  const flags = {
    url: database.ownerConnectionString,
    dialect: 'postgres',
    'date-parser': 'string',
    'numeric-parser': 'number',
    'type-mapping': '{"int8":"number","timestamptz":"ColumnType<string, Date | string, Date | string>"}',
    // Only SQL reads these: the figures, `expected`, which recomputes them, chains, views, and what was applied.
    'exclude-pattern': `({expected,folded,tail}.*|public.{${[
      ...['*_ledger', '*_monthly', '*_spans', '{open,settled}_returns', '{protocol,return}_totals'],
      ...['protocol_{daily,departments}', 'chain_progress', 'history_chain'],
      ...['due_{everywhere,protocols,returns}', 'waiting_protocols', 'migrations', 'sql_files'],
    ].join()}})`,
    'log-level': 'error',
    'out-file': file,
  }
  return run('kysely-codegen', [
    '--camel-case',
    ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]),
  ])
}
