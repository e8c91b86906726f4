import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { firstAdmin } from '../../e2e/support/server.ts'
import { type Server, startServer } from '../../scripts/bench/servers.ts'
import { root, untilAnswers } from '../../scripts/lib/run.ts'
import { startEmbeddedDatabase } from '../../server/src/platform/db/embedded/start.ts'
import { blankSettings } from '../../server/src/platform/settings/config.ts'
import { freePort } from '../../server/src/test/free-port.ts'
import { pgBouncer } from '../../server/src/test/pgbouncer.ts'

/** Starts an instance of the product as in production, with these settings and none of the caller's own. */
export async function startInstance(settings: Readonly<Record<string, string>>): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'malote-drill-'))
  const server = await startServer('server/src/app/main.ts', '/readyz', {
    ...blankSettings,
    // A few people send the load of many.
    ...{ DATA_DIR: folder, LOG_LEVEL: 'error', FAIR_USE_FACTOR: '1000' },
    ...settings,
  })
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A server that is started again two seconds after it ended, as by the unit in `deploy/systemd`. */
export interface Supervised {
  url: string
  /** How often it ended by itself. */
  ends: () => number
  /** What it has written so far. */
  output: () => string
  stop: () => Promise<void>
}

interface Conditions {
  /** Program with arguments that gets the server's command as further arguments: `['unshare', '--mount']`. */
  within?: readonly string[]
}

/** @param settings environment variables */
export async function supervise(
  settings: Readonly<Record<string, string>>,
  { within = [] }: Conditions = {},
): Promise<Supervised> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess
  let output = ''
  let ends = 0
  let isOver = false
  const begin = () => {
    const [program = '', ...args] = [...within, process.execPath, '--max-old-space-size=512', 'server/src/app/main.ts']
    child = spawn(program, args, {
      cwd: root,
      env: {
        ...{ ...blankSettings, ADMIN_EMAIL: firstAdmin.email, ADMIN_PASSWORD: firstAdmin.password },
        ...settings,
        ...{ PATH: process.env.PATH, PORT: String(port), LOG_LEVEL: 'error', FAIR_USE_FACTOR: '1000' },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('exit', async () => {
      if (isOver) return
      ends += 1
      await wait(2_000)
      if (!isOver) begin()
    })
    return child
  }
  await untilAnswers(begin(), `${url}/readyz`).catch((cause) => {
    isOver = true
    throw new Error(output, { cause })
  })
  return {
    url,
    ends: () => ends,
    output: () => output,
    async stop() {
      isOver = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** One of several servers on the same database. */
export interface Instance {
  port: number
  url: string
  /** Ends it by SIGKILL. */
  kill: () => Promise<void>
  /** Starts it again on its port, and waits until it is ready. */
  start: () => Promise<void>
}

/** Several servers on one database, all on this machine. */
export interface Installation {
  instances: Instance[]
  /** As the owner. */
  databaseUrl: string
  /** What the servers have written so far. */
  output: () => string
  close: () => Promise<void>
}

/**
 * Starts servers on a new database. They share a folder for attachments, as they would share a bucket.
 *
 * @param settings further environment variables
 * @param isPooled with PgBouncer in transaction mode between servers and database, twelve connections of PostgreSQL for all
 */
export async function openInstallation(
  count: number,
  settings: Record<string, string> = {},
  isPooled = false,
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-drill-'))
  const database = await startEmbeddedDatabase({
    dataDir: join(folder, 'database'),
    log: console.error,
    onLost: (error) => console.error(error),
  })
  const { connectionString: direct, ownerConnectionString: owner } = database
  const pooler = isPooled ? await pgBouncer([direct, owner], { default_pool_size: 12 }) : undefined
  let output = ''
  const environment = {
    ...blankSettings,
    PATH: process.env.PATH,
    DATABASE_URL: pooler?.through(direct) ?? direct,
    ...(pooler && { DATABASE_DIRECT_URL: direct }),
    DATABASE_OWNER_URL: owner,
    DATA_DIR: join(folder, 'files'),
    ADMIN_EMAIL: firstAdmin.email,
    ADMIN_PASSWORD: firstAdmin.password,
    LOG_LEVEL: 'error',
    NODE_COMPILE_CACHE: join(root, '.cache/node'),
    ...settings,
  }
  const instances: Instance[] = []
  const children = new Map<number, ChildProcess>()
  const start = async (port: number) => {
    const child = spawn(process.execPath, ['--max-old-space-size=512', 'server/src/app/main.ts'], {
      cwd: root,
      env: { ...environment, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.set(port, child)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    await untilAnswers(child, `http://127.0.0.1:${port}/readyz`).catch((cause) => {
      throw new Error(`instance ${port}: ${output}`, { cause })
    })
  }
  const end = async (port: number, signal: NodeJS.Signals) => {
    const child = children.get(port)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await exit
  }
  const close = async () => {
    await Promise.all([...children.keys()].map((port) => end(port, 'SIGTERM')))
    await pooler?.stop()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for (let number = 0; number < count; number += 1) {
      const port = await freePort()
      instances.push({
        port,
        url: `http://127.0.0.1:${port}`,
        kill: () => end(port, 'SIGKILL'),
        start: () => start(port),
      })
      await start(port)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { instances, databaseUrl: owner, output: () => output, close }
}
