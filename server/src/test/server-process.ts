import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { blankSettings } from '../platform/settings/config.ts'
import { freePort } from './free-port.ts'

const main = fileURLToPath(new URL('../app/main.ts', import.meta.url))

/** The environment of a test's process. Reading and compiling is half of the processor time of a start. */
export const inherited = {
  PATH: process.env.PATH,
  /** Also used by `npm start`. */
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../.cache/node', import.meta.url)),
}

/** Milliseconds after which a start has failed. Below the limit of the demo's test, which would leave its database running. */
export const longestStart = 150_000

/** The application in a separate process, which a test may send signals to. */
export interface ServerProcess {
  url: string
  /** Its working directory. */
  folder: string
  child: ChildProcess
  /** All output so far. */
  output: () => string
  /** Waits until it ends. @returns its exit code; null when a signal ended it */
  ended: () => Promise<number | null>
  /** Kills the process if it still runs, and removes its data folder. */
  remove: () => Promise<void>
}

/** Starts `main.ts` on an existing database, and waits until it prints its URL. */
export async function serverProcess(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-process-'))
  return startMain(folder, {
    ...blankSettings,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    ...settings,
  })
}

interface DemoOptions {
  /** The text of the file `.env`. */
  env?: string
  /** Environment variables. */
  settings?: Record<string, string>
  /** Its working directory, that of a demo before; by default a new one. */
  folder?: string | undefined
  /** What it prints once it has started; by default its URL. */
  until?: string
}

/** Starts the demo, with a short story. */
export async function demoProcess({ env = '', settings = {}, until, ...given }: DemoOptions): Promise<ServerProcess> {
  const folder = given.folder ?? (await mkdtemp(join(tmpdir(), 'malote-demo-')))
  await writeFile(join(folder, '.env'), env)
  return startMain(folder, settings, { flags: ['--demo', '--demo-protocols=3'], until })
}

/** @param folder its working directory, removed with the process */
async function startMain(
  folder: string,
  settings: Record<string, string>,
  { flags = [], until = 'Malote em ' }: { flags?: readonly string[]; until?: string | undefined } = {},
): Promise<ServerProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, [main, ...flags], {
    cwd: folder,
    env: { ...inherited, ...settings, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  let tooLate: NodeJS.Timeout | undefined
  const isListening = new Promise<void>((resolve, reject) => {
    tooLate = setTimeout(() => reject(new Error(`the server does not listen: ${output}`)), longestStart)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes(until)) resolve()
      })
    }
    void exit.then((code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  const server = {
    url: `http://127.0.0.1:${port}`,
    folder,
    child,
    output: () => output,
    ended: () => exit,
    remove: async () => {
      child.kill('SIGKILL')
      await exit
      await rm(folder, { recursive: true, force: true })
    },
  }
  try {
    await isListening
    return server
  } catch (error) {
    // By SIGTERM, so that it ends its database.
    child.kill('SIGTERM')
    await exit
    await server.remove()
    throw error
  } finally {
    clearTimeout(tooLate)
  }
}
