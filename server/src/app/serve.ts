import { backupRunner } from '../features/backups/run-backups.ts'
import { ensureFirstAdmin } from '../features/users/ensure-first-admin.ts'
import { startChaining } from '../platform/db/chain/chain-history.ts'
import { openChangeFeed } from '../platform/db/change-feed.ts'
import { connect, type Db } from '../platform/db/connect.ts'
import { startFolding } from '../platform/db/folding.ts'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import { openReplica } from '../platform/db/replica/open-replica.ts'
import { describeOtherInstallations, settleInstallation } from '../platform/files/installation.ts'
import { openStorage } from '../platform/files/storage.ts'
import type { App } from '../platform/http/fastify.ts'
import type { Config } from '../platform/settings/config.ts'
import { StartupError } from '../platform/startup-error.ts'
import { type AppParts, buildApp, newsChannels } from './app.ts'
import type { OnClose } from './graceful-close.ts'
import { startJobs } from './jobs.ts'
import { prepareDatabase } from './prepare.ts'
import { scheduledWork } from './schedule.ts'

const oneRole =
  'O servidor usa o dono do banco de dados, que pode alterar o histórico: informe em DATABASE_OWNER_URL o dono e em DATABASE_URL um papel sem esse poder.'

/** Connections for exports, besides those for requests. Each export needs one only while it reads a batch. */
const exportConnections = 3

interface Serving extends Pick<AppParts, 'config' | 'longestDelayMs'> {
  database: OpenDatabase
  onClose: OnClose
  /** Fills the prepared database before the first request. */
  seed?: ((db: Db) => Promise<void>) | undefined
}

/**
 * Prepares an open database and serves it until it is closed: requests and timed jobs. Changes nothing of the process,
 * so that one process may serve several databases.
 *
 * @throws StartupError when the settings do not fit this machine or this database
 */
export async function serve({ config, database, onClose, seed, ...parts }: Serving): Promise<void> {
  const now = () => new Date()
  await prepareDatabase(database, config, now())
  const { connectionString, pooler, directConnectionString } = database
  if (directConnectionString === database.ownerConnectionString) console.warn(oneRole)
  const db = connect(connectionString, { poolSize: config.DATABASE_POOL_SIZE, pooler })
  onClose('as conexões com o banco de dados', () => db.destroy())
  for (const sentence of await settleInstallation(db, config)) console.warn(sentence)
  await seed?.(db)
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
    // meets V16.2.3, V16.2.4, V16.4.1
    logger: { level: config.LOG_LEVEL },
    ...parts,
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

/**
 * Number of connections that may wait to be accepted; the system's own maximum applies too. With Node's default of 511, a
 * thousand people who connect at once, as after a restart, try again seconds later.
 */
const longestQueue = 4096

/**
 * Starts listening.
 *
 * @returns the URL to show to people
 * @throws StartupError when the port is taken or the address is not local
 */
export async function listen(app: App, { HOST, PORT }: Config): Promise<string> {
  try {
    const address = await app.listen({ host: HOST, port: PORT, backlog: longestQueue })
    return address.replace('127.0.0.1', 'localhost')
  } catch (cause) {
    const sentence = explain(cause as NodeJS.ErrnoException, HOST, PORT)
    throw sentence === undefined ? cause : new StartupError(sentence, { cause })
  }
}

function explain({ code }: NodeJS.ErrnoException, host: string, port: number): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `A porta ${port} já está em uso: encerre o outro programa ou informe outra em PORT.`
    case 'EACCES':
      return `Este usuário não pode abrir a porta ${port}: informe em PORT uma acima de 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `O endereço ${host} de HOST não pertence a este computador.`
    default:
      return undefined
  }
}
