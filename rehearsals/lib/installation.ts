import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstAdmin } from '../../e2e/support/server.ts'
import { freePort, untilAnswers } from '../../scripts/lib/listening.ts'
import { root } from '../../scripts/lib/run.ts'
import { startEmbeddedDatabase } from '../../server/src/platform/db/embedded/start.ts'
import { blankSettings } from '../../server/src/platform/settings/config.ts'

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
 */
export async function openInstallation(count: number, settings: Record<string, string> = {}): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-drill-'))
  const database = await startEmbeddedDatabase({
    dataDir: join(folder, 'database'),
    log: console.error,
    onLost: (error) => console.error(error),
  })
  let output = ''
  const environment = {
    ...blankSettings,
    PATH: process.env.PATH,
    DATABASE_URL: database.connectionString,
    DATABASE_OWNER_URL: database.ownerConnectionString,
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
  return { instances, databaseUrl: database.ownerConnectionString, output: () => output, close }
}
