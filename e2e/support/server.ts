import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root, untilAnswers } from '../../scripts/lib/run.ts'
import { blankSettings } from '../../server/src/platform/settings/config.ts'
import { freePort } from '../../server/src/test/free-port.ts'

export const firstAdmin = { email: 'admin@malote.test', password: 'segredo-do-malote' }

export interface RunningServer {
  url: string
  /** Its data folder, to start a second server on. */
  dataDir: string
  process: ChildProcess
  /** Stops it as Ctrl+C does and removes its data. */
  stop: () => Promise<void>
}

/** Environment variable with the folder in which a run of the browser tests keeps the data of its servers. */
export const serversVariable = 'E2E_SERVERS'

/** File in a server's folder, for `endServersBelow`. */
export const pidFile = 'server.pid'

/** A new folder for the data of a server. */
export const newFolder = () => mkdtemp(join(process.env[serversVariable] ?? tmpdir(), 'malote-'))

/** The settings of a server with this data folder, on a free port unless `settings` names one. */
export async function settingsOf(folder: string, settings: Record<string, string>) {
  const PORT = settings.PORT ?? String(await freePort())
  return {
    APP_URL: `http://127.0.0.1:${PORT}`,
    DATA_DIR: folder,
    ADMIN_EMAIL: firstAdmin.email,
    ADMIN_PASSWORD: firstAdmin.password,
    LOG_LEVEL: 'warn',
    ...settings,
    PORT,
  }
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
  const folder = dataDir ?? (await newFolder())
  const all = await settingsOf(folder, settings)
  const url = `http://127.0.0.1:${all.PORT}`
  const child = spawn(process.execPath, ['server/src/app/main.ts', ...flags], {
    cwd: root,
    env: { ...process.env, ...blankSettings, NODE_COMPILE_CACHE: join(root, '.cache/node'), ...all },
    // Its log is not read, and a full pipe would block it.
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await writeFile(join(folder, pidFile), String(child.pid))
  await untilAnswers(child, `${url}/readyz`)
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.kill('SIGINT')) await ended
    await rm(folder, { recursive: true, force: true })
  }
  return { url, dataDir: folder, process: child, stop }
}

/** Ends servers and databases whose tests were killed before they could end them. */
export async function endServersBelow(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    // The server ends its database, if it still can.
    for (const file of [pidFile, join('database', 'cluster', 'postmaster.pid')]) {
      const [pid] = (await readFile(join(folder, name, file), 'utf8').catch(() => '')).split('\n')
      if (pid) await end(Number(pid))
    }
  }
}

/** Sends SIGINT, and SIGKILL after thirty seconds. */
async function end(pid: number): Promise<void> {
  if (!isSent(pid, 'SIGINT')) return
  for (let waited = 0; waited < 300; waited += 1) {
    await wait(100)
    if (!isSent(pid, 0)) return
  }
  isSent(pid, 'SIGKILL')
}

function isSent(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
