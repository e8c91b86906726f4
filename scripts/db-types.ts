// `npm run types:db`: writes server/src/db/schema.ts from a freshly migrated database; `--verify` only tells whether it is stale.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../server/src/db/connect.ts'
import { startEmbeddedDatabase } from '../server/src/db/embedded/start.ts'
import { migrateToLatest } from '../server/src/db/migrate.ts'
import { root, run } from './lib/run.ts'

const committed = join(root, 'server/src/db/schema.ts')
const folder = mkdtempSync(join(tmpdir(), 'malote-types-'))
const database = await startEmbeddedDatabase({
  dataDir: folder,
  log: console.error,
  onLost: console.error,
  durable: false,
})

try {
  const db = connect(database.connectionString, { poolSize: 1 })
  await migrateToLatest(db)
  await db.destroy()
  process.exitCode = process.argv.includes('--verify') ? await verify() : await generate(committed)
} finally {
  await database.stop()
  rmSync(folder, { recursive: true })
}

async function verify(): Promise<number> {
  const fresh = join(folder, 'schema.ts')
  const code = await generate(fresh)
  if (code !== 0) return code
  if (readFileSync(fresh, 'utf8') === readFileSync(committed, 'utf8')) return 0
  console.error('server/src/db/schema.ts is not what the migrations make: run `npm run types:db`')
  return 1
}

/** What the types say must be what `connect.ts` parses: civil dates and instants are strings, counts are numbers. */
function generate(file: string): Promise<number> {
  const flags = {
    url: database.connectionString,
    dialect: 'postgres',
    'date-parser': 'string',
    'numeric-parser': 'number',
    'type-mapping': '{"int8":"number","timestamptz":"ColumnType<string, Date | string, Date | string>"}',
    // The schema `expected` recomputes what is derived; only the check that compares the two asks it.
    'exclude-pattern': '(expected.*|public.sql_files)',
    'log-level': 'error',
    'out-file': file,
  }
  return run('kysely-codegen', [
    '--camel-case',
    ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]),
  ])
}
