import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blankSettings } from '../../server/src/platform/settings/config.ts'
import { freePort } from '../../server/src/test/free-port.ts'
import { root, untilAnswers } from '../lib/run.ts'
import type { Copy } from './data-set.ts'

/** A server in a separate process. */
export interface Server {
  url: string
  /** Resident memory of the process in MiB; `undefined` where the system does not report it. */
  residentMemory: () => number | undefined
  /** Peak resident memory in MiB. */
  peakMemory: () => number | undefined
  /** Starts to count the processor time, in milliseconds, of the process and PostgreSQL. */
  processorClock: () => () => number
  stop: () => Promise<void>
}

/** A few people send the load of many. */
export const productsFairUse = 1000

/** Starts the product as in production, on a copy of a data set. It gets none of the caller's own configuration. */
export async function startProduct(
  { server: databaseUrl, owner }: Copy,
  changes: NodeJS.ProcessEnv = {},
): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'malote-bench-'))
  const server = await startServer('server/src/app/main.ts', '/readyz', {
    ...blankSettings,
    ...{ DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: owner, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    FAIR_USE_FACTOR: `${productsFairUse}`,
    ...changes,
  })
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...server, stop }
}

/** Starts one of our programs that listens on `PORT`, and waits until it responds. */
export async function startServer(
  program: string,
  ready: string,
  env: NodeJS.ProcessEnv,
  flags: readonly string[] = [],
): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [...productionFlags(), program, ...flags], {
    cwd: root,
    env: { ...process.env, ...env, NODE_ENV: 'production', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => child.kill())
  await untilAnswers(child, `${url}${ready}`)
  return {
    url,
    residentMemory: () => memoryOf(child.pid, 'VmRSS'),
    peakMemory: () => memoryOf(child.pid, 'VmHWM'),
    processorClock: () => processorClock(() => [child.pid ?? 0, ...databaseProcesses()]),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGTERM')) await ended
    },
  }
}

/** The Node flags of `npm start`, which limit its heap. */
function productionFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

function memoryOf(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): number | undefined {
  try {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    return undefined
  }
}

/** NaN where the system does not report it. New connections count from their start; the time of closed ones is lost. */
function processorClock(pids: () => number[]): () => number {
  const before = new Map(pids().map((pid) => [pid, processorTime(pid)]))
  return () => {
    const used = pids().reduce((sum, pid) => sum + (processorTime(pid) ?? 0) - (before.get(pid) ?? 0), 0)
    return used > 0 ? used : Number.NaN
  }
}

/** Processor time of the main thread in milliseconds; it does the work. */
function processorTime(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return undefined // the process has just ended
  }
}

/** The PostgreSQL backends of the copies in use. */
function databaseProcesses(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      return /^postgres: malote(_server)? bench_/.test(readFileSync(`/proc/${name}/cmdline`, 'utf8'))
        ? [Number(name)]
        : []
    } catch {
      return [] // the process has just ended
    }
  })
}
