import { parseArgs } from 'node:util'
import type { Db } from '../platform/db/connect.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { type Config, readConfig, readDemoConfig } from '../platform/settings/config.ts'
import { doubtfulSettings } from '../platform/settings/doubtful-settings.ts'
import { StartupError } from '../platform/startup-error.ts'
import { startTracing } from '../platform/tracing/tracing.ts'
import { giveUpRoot } from './give-up-root.ts'
import { closeGracefully } from './graceful-close.ts'
import { serve } from './serve.ts'

const { values: flags } = parseArgs({
  options: {
    demo: { type: 'boolean', default: false },
    // How many protocols the sample organisation has sent.
    'demo-protocols': { type: 'string', default: '300' },
  },
})
const { onClose, close } = closeGracefully()

try {
  await start(flags.demo ? readDemoConfig() : readConfig())
} catch (error) {
  await fail(error)
}

async function start(config: Config) {
  for (const sentence of doubtfulSettings(config)) console.warn(sentence)
  onClose('o envio dos traces', await startTracing(config))
  const database = await openDatabase(config, fail)
  // PostgreSQL's shutdown checkpoint writes all changes to disk, which takes time.
  onClose('o banco de dados', database.stop, 60_000)
  const account = giveUpRoot(config)
  if (account !== undefined) console.log(account)
  await serve({ config, database, onClose, seed: flags.demo ? (db) => fillDemo(db, config) : undefined })
}

async function fillDemo(db: Db, config: Config) {
  const { demoLogins, seedDemo } = await import('../demo/seed-demo.ts')
  await seedDemo(db, config, Number(flags['demo-protocols']))
  console.table(demoLogins)
}

async function fail(error: unknown) {
  // Expected problems show one sentence; anything else is a bug and shows the whole error.
  console.error(error instanceof StartupError ? error.message : error)
  await close()
  process.exit(1)
}
