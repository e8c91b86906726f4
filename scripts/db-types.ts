// `npm run types:db`: writes schema.ts (types) and schema.sql (for reading) in server/src/platform/db from a fresh database;
// `--verify` only reports whether they are stale.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../server/src/platform/db/connect.ts'
import { startEmbeddedDatabase } from '../server/src/platform/db/embedded/start.ts'
import { migrateToLatest } from '../server/src/platform/db/migrate.ts'
import { schemaText } from './db-types/schema-text.ts'
import { root, run } from './lib/run.ts'

const home = 'server/src/platform/db'
const files = ['schema.ts', 'schema.sql']
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
  writeFileSync(join(folder, 'schema.sql'), await schemaText(db))
  await db.destroy()
  process.exitCode = await writeTypes(join(folder, 'schema.ts'))
  for (const file of process.exitCode === 0 ? files : []) keep(file)
} finally {
  await database.stop()
  rmSync(folder, { recursive: true })
}

function keep(file: string) {
  const [fresh, committed] = [join(folder, file), join(root, home, file)]
  if (!process.argv.includes('--verify')) return copyFileSync(fresh, committed)
  if (readFileSync(fresh, 'utf8') === readFileSync(committed, 'utf8')) return
  console.error(`${home}/${file} is not what the migrations and db/sql make: run \`npm run types:db\``)
  process.exitCode = 1
}

/** The types must match what `connect.ts` parses: civil dates and instants are strings, counts are numbers. */
function writeTypes(file: string): Promise<number> {
  const flags = {
    url: database.ownerConnectionString,
    dialect: 'postgres',
    'date-parser': 'string',
    'numeric-parser': 'number',
    'type-mapping': '{"int8":"number","timestamptz":"ColumnType<string, Date | string, Date | string>"}',
    // Only SQL reads these: the parts of the figures, `expected`, which recomputes them, and the list of applied files.
    'exclude-pattern': '({expected,folded,tail}.*|public.sql_files)',
    'log-level': 'error',
    'out-file': file,
  }
  return run('kysely-codegen', [
    '--camel-case',
    ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]),
  ])
}
