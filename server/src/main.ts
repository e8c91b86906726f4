import { parseArgs } from 'node:util'
import { buildApp, newsChannels } from './app.ts'
import { type Config, readConfig, readDemoConfig } from './config.ts'
import { startChaining } from './db/chain/chain-history.ts'
import { openChangeFeed } from './db/change-feed.ts'
import { connect } from './db/connect.ts'
import { startFolding } from './db/folding.ts'
import { openDatabase } from './db/open-database.ts'
import { openReplica } from './db/replica/open-replica.ts'
import { describeSameNames } from './db/same-names.ts'
import { backupRunner } from './features/backups/public.ts'
import { ensureFirstAdmin } from './features/users/ensure-first-admin.ts'
import { describeOtherInstallations, settleInstallation } from './files/installation.ts'
import { openStorage } from './files/storage.ts'
import { giveUpRoot } from './give-up-root.ts'
import { closeGracefully } from './graceful-close.ts'
import { startJobs } from './jobs.ts'
import { doubtfulSettings } from './lib/doubtful-settings.ts'
import { startTracing } from './lib/tracing.ts'
import { listen } from './listen.ts'
import { prepareDatabase } from './prepare.ts'
import { scheduledWork } from './schedule.ts'
import { StartupError } from './startup-error.ts'

const oneRole =
  'O servidor usa o dono do banco de dados, que pode alterar o histórico: informe em DATABASE_OWNER_URL o dono e em DATABASE_URL um papel sem esse poder.'

/** Connections for exports, besides those for requests. Each export needs one only while it reads a batch. */
const exportConnections = 3

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
  const now = () => new Date()
  await prepareDatabase(database, config, now())
  const { connectionString, pooler, directConnectionString } = database
  if (directConnectionString === database.ownerConnectionString) console.warn(oneRole)
  const db = connect(connectionString, { poolSize: config.DATABASE_POOL_SIZE, pooler })
  onClose('as conexões com o banco de dados', () => db.destroy())
  for (const sentence of await describeSameNames(db)) console.warn(sentence)
  for (const sentence of await settleInstallation(db, config)) console.warn(sentence)
  if (flags.demo) {
    const { demoLogins, seedDemo } = await import('./demo/seed-demo.ts')
    await seedDemo(db, config, Number(flags['demo-protocols']))
    console.table(demoLogins)
  }
  await ensureFirstAdmin(db, config, now, announceAdmin)

  const exports = connect(connectionString, { poolSize: exportConnections, pooler })
  onClose('as conexões das exportações', () => exports.destroy())
  const replica = config.DATABASE_REPLICA_URL
    ? openReplica(config.DATABASE_REPLICA_URL, { connectionString, pooler })
    : undefined
  onClose('as conexões com a réplica', async () => replica?.close())
  const changes = openChangeFeed(directConnectionString, newsChannels)
  onClose('a conexão de novidades', changes.close)
  const app = await buildApp({
    db,
    ...(replica && { replica }),
    exports,
    changes,
    config,
    now,
    logger: { level: config.LOG_LEVEL },
  })
  onClose('as somas', startFolding({ db, log: app.log }))
  onClose('o encadeamento do histórico', startChaining({ db, log: app.log }))
  const backups = backupRunner({ ownerConnectionString: database.ownerConnectionString, config })
  const scheduled = scheduledWork(db, config, now, { log: app.log, backups })
  onClose(
    'as tarefas',
    await startJobs({ db, connectionString: directConnectionString, config, now, log: app.log, scheduled }),
  )
  onClose('a cópia de segurança', backups.stop)
  // Registered last, so closed first: open requests still queue mails.
  onClose('o atendimento', () => app.close())
  console.log(`Malote em ${await listen(app, config)} (Ctrl+C encerra)`)
  // Not awaited: a start does not wait for the storage.
  void describeOtherInstallations(db, openStorage(config)).then(
    (sentences) => sentences.length > 0 && console.warn(sentences.join('\n')),
    (error) => app.log.warn({ err: error }, 'the storage could not be listed'),
  )
}

function announceAdmin({ email, password }: { email: string; password?: string }) {
  console.log(`Primeiro administrador: ${email}`)
  if (password !== undefined) console.log(`Senha (mostrada só agora; ao entrar, escolha outra): ${password}`)
}

async function fail(error: unknown) {
  // Expected problems show one sentence; anything else is a bug and shows the whole error.
  console.error(error instanceof StartupError ? error.message : error)
  await close()
  process.exit(1)
}
