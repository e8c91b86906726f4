import { parseArgs } from 'node:util'
import type { Db } from '../platform/db/connect.ts'
import { type OpenDatabase, openDatabase } from '../platform/db/open-database.ts'
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
const { onClose, close, isClosing } = closeGracefully()

try {
  await start(flags.demo ? readDemoConfig() : readConfig())
} catch (error) {
  await fail(error)
}

async function start(config: Config) {
  for (const sentence of doubtfulSettings(config)) console.warn(sentence)
  onClose('o envio dos traces', await startTracing(config))
  const open = flags.demo ? (await import('../demo/open-demo.ts')).openDemo : openDatabase
  const database = await open(config, fail)
  // PostgreSQL's shutdown checkpoint writes all changes to disk, which takes time.
  onClose('o banco de dados', database.stop, 60_000)
  const account = giveUpRoot(config)
  if (account !== undefined) console.log(account)
  await serve({ config, database, onClose, seed: flags.demo ? (db) => fillDemo(db, config, database) : undefined })
}

async function fillDemo(db: Db, config: Config, database: OpenDatabase) {
  const { demoLogins, seedDemo } = await import('../demo/seed-demo.ts')
  const { markAsMade } = await import('../demo/open-demo.ts')
  const isFilled = await seedDemo(db, config, Number(flags['demo-protocols']), console.log)
  if (isFilled) await markAsMade(database, new Date())
  console.log(demoLogins())
}

async function fail(error: unknown) {
  // A start that is interrupted fails at whatever was closed under it, and the signal ends the process.
  if (isClosing()) return
  // Expected problems show one sentence; anything else is a bug and shows the whole error.
  console.error(error instanceof StartupError ? error.message : error)
  await close()
  process.exit(1)
}
