import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const firstAdmin = { email: 'admin@malote.test', password: 'segredo-do-malote' }

export interface RunningServer {
  url: string
  /** The address of its own data, to start a second server on. */
  dataDir: string
  process: ChildProcess
  /** Ends it as Ctrl+C does and removes its data. */
  stop: () => Promise<void>
}

/**
 * Starts the product as `npm start` does, on a data folder and a port of its own.
 *
 * @param settings further environment variables
 */
export async function startServer(
  dataDir?: string,
  settings: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<RunningServer> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'malote-e2e-')))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['server/src/main.ts', ...flags], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      APP_URL: url,
      DATA_DIR: folder,
      ADMIN_EMAIL: firstAdmin.email,
      ADMIN_PASSWORD: firstAdmin.password,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    // Nobody would read its log, and a full pipe stops whoever writes to it.
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answers(child, `${url}/readyz`)
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.kill('SIGINT')) await ended
    await rm(folder, { recursive: true, force: true })
  }
  return { url, dataDir: folder, process: child, stop }
}

/** Waits until the server answers; fails at once when it ends before. */
async function answers(child: ChildProcess, address: string): Promise<void> {
  while (child.exitCode === null) {
    const isReady = await fetch(address).then(
      (reply) => reply.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the server ended with code ${child.exitCode} before it answered`)
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
