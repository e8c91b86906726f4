import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, untilAnswers } from '../../scripts/lib/listening.ts'
import { root } from '../../scripts/lib/run.ts'

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
      // A run starts twenty of them.
      NODE_COMPILE_CACHE: join(root, '.cache/node'),
      ...settings,
    },
    // Nobody would read its log, and a full pipe stops whoever writes to it.
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilAnswers(child, `${url}/readyz`)
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.kill('SIGINT')) await ended
    await rm(folder, { recursive: true, force: true })
  }
  return { url, dataDir: folder, process: child, stop }
}
