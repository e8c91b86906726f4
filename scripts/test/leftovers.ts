import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** In the environment of every process of a run, whoever started it; its value is the run's temporary folder. */
export const runVariable = 'MALOTE_TEST_RUN'

const pollMs = 100

/**
 * Chromium's shared memory, an empty file that it removes as soon as it has opened it. A renderer that ends in between leaves
 * it; it goes with the folder.
 */
const isSharedMemory = (name: string) => name.startsWith('.org.chromium.Chromium.')

/**
 * Ends what is left of a run, and removes its folder.
 *
 * @param patienceMs how long processes that were told to end may take
 * @returns a line for each process that still lived and each file that still lay in the folder
 */
export async function endLeftovers(folder: string, patienceMs = 5_000): Promise<string[]> {
  let processes = leftProcesses(folder)
  for (let waited = 0; processes.length > 0 && waited < patienceMs; waited += pollMs) {
    await wait(pollMs)
    processes = leftProcesses(folder)
  }
  const left = [
    ...processes.map(({ pid, command }) => `process ${pid} was left behind: ${command}`),
    ...readdirSync(folder)
      .filter((name) => !isSharedMemory(name))
      .map((name) => `${join(folder, name)} was left behind`),
  ]
  for (const { pid } of processes) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  return left
}

interface LeftProcess {
  pid: number
  command: string
}

/**
 * The processes of a run: those with its mark in their environment, and those that stand in its folder, as PostgreSQL does,
 * which gets an environment of its own. Only Linux tells; elsewhere there are none.
 */
function leftProcesses(folder: string): LeftProcess[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => (belongsTo(folder, name) ? [{ pid: Number(name), command: commandOf(name) }] : []))
}

function belongsTo(folder: string, pid: string): boolean {
  try {
    const environment = readFileSync(join('/proc', pid, 'environ'), 'utf8').split('\0')
    return environment.includes(`${runVariable}=${folder}`) || isBelow(folder, readlinkSync(join('/proc', pid, 'cwd')))
  } catch {
    return false // it has ended, or belongs to somebody else
  }
}

const isBelow = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`)

function commandOf(pid: string): string {
  try {
    return readFileSync(join('/proc', pid, 'cmdline'), 'utf8')
      .replaceAll('\0', ' ')
      .trim()
  } catch {
    return 'has just ended'
  }
}
