import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../../scripts/lib/run.ts'
import { startEmbeddedDatabase } from '../../server/src/platform/db/embedded/start.ts'
import type { OpenDatabase } from '../../server/src/platform/db/open-database.ts'
import { cloneTemplate, databaseAt, onServer, templateName } from '../../server/src/test/on-server.ts'
import {
  endServersBelow,
  newFolder,
  pidFile,
  type RunningServer,
  serversVariable,
  settingsOf,
  startServer,
} from './server.ts'
import type { Order, Report } from './server-host.ts'

/** Passes the URL of the prepared database to the workers. */
const variable = 'E2E_DATABASE'

/** Runs once, as `globalSetup`: starts one PostgreSQL with a database as it is after the product's first start. */
export default async function prepare(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-e2e-'))
  const servers = join(folder, 'servers')
  await mkdir(servers)
  process.env[serversVariable] = servers
  const database = await startEmbeddedDatabase({
    dataDir: join(folder, 'prepared'),
    log: console.error,
    onLost: console.error,
    durable: false,
  })
  const { connectionString, ownerConnectionString } = database
  process.env[variable] = JSON.stringify({ connectionString, ownerConnectionString })
  await onServer(ownerConnectionString, `create database ${templateName}`)
  const first = await startServer(undefined, addressesOf(templateName))
  await first.stop()
  // Otherwise each copy would say at its start that it is one.
  await onServer(databaseAt(ownerConnectionString, templateName), 'update settings set installation_home = null')
  return async () => {
    await endServersBelow(servers)
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A server, and its database for facts that no request can make, such as those of yesterday. */
export type PreparedServer = Omit<RunningServer, 'process'> & { ownerConnectionString: string }

/**
 * A server in the process that runs all servers of this worker, on a copy of the prepared database: creating a new
 * database and loading the program is most of a start.
 */
export async function startPreparedServer(settings: Record<string, string> = {}): Promise<PreparedServer> {
  const database = await preparedDatabase()
  const server = await startInWorker({ ...database, ...settings })
  return { ...server, ownerConnectionString: database.DATABASE_OWNER_URL }
}

/** The settings of a server on a new copy of the prepared database. */
export async function preparedDatabase() {
  const name = `e2e_${randomBytes(8).toString('hex')}`
  await cloneTemplate(prepared().ownerConnectionString, name)
  return addressesOf(name)
}

/** The settings of a server on one of the databases: it works as a role of its own, as in production. */
function addressesOf(name: string) {
  const { connectionString, ownerConnectionString } = prepared()
  return {
    DATABASE_URL: databaseAt(connectionString, name),
    DATABASE_OWNER_URL: databaseAt(ownerConnectionString, name),
  }
}

const prepared = (): Pick<OpenDatabase, 'connectionString' | 'ownerConnectionString'> =>
  JSON.parse(process.env[variable] ?? '')

let host: Promise<ChildProcess> | undefined
let lastId = 0

/**
 * Like `startServer`, but in the one process that runs all servers of this worker.
 *
 * @param settings further environment variables
 */
async function startInWorker(settings: Record<string, string>): Promise<Omit<RunningServer, 'process'>> {
  host ??= startHost()
  const child = await host
  const folder = await newFolder()
  const all = await settingsOf(folder, settings)
  const id = await order(child, { start: all })
  const stop = async () => {
    await order(child, { stop: id })
    await rm(folder, { recursive: true, force: true })
  }
  return { url: `http://127.0.0.1:${all.PORT}`, dataDir: folder, stop }
}

/** The process, whose end ends all its servers. It ends by itself with this worker. */
async function startHost(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('server-host.ts', import.meta.url)), {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, '.cache/node') },
    execArgv: [],
    // Its log is not read, and a full pipe would block it.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await writeFile(join(await newFolder(), pidFile), String(child.pid))
  // Otherwise it would keep this worker alive.
  child.unref()
  child.channel?.unref()
  return child
}

/** Has the process carry out an order. @returns the number of the order, and of the server that it started */
async function order(child: ChildProcess, what: { start: Record<string, string> } | { stop: number }): Promise<number> {
  lastId += 1
  const id = lastId
  const report = await new Promise<Report>((resolve, reject) => {
    const settle = (act: () => void) => {
      child.off('message', onMessage).off('exit', onExit)
      act()
    }
    const onMessage = (message: Report) => message.id === id && settle(() => resolve(message))
    const onExit = (code: number | null) => settle(() => reject(new Error(`the servers ended with code ${code}`)))
    child.on('message', onMessage).on('exit', onExit)
    if (child.exitCode !== null) onExit(child.exitCode)
    else child.send({ id, ...what } satisfies Order)
  })
  if (report.failure !== undefined) throw new Error(report.failure)
  return id
}
