import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Environment variable of every process of a run, including its descendants; its value is the run's temporary folder.
 */
export const runVariable = 'MALOTE_TEST_RUN'

const pollMs = 100

/**
 * Chromium's shared memory: an empty file that it removes right after opening it. A renderer that ends in between
 * leaves it behind; it is removed with the folder.
 */
const isSharedMemory = (name: string) => name.startsWith('.org.chromium.Chromium.')

/**
 * Ends the leftover processes of a run, and removes its folder.
 *
 * @param graceMs how long processes may take to end after the signal
 * @returns a line for each process that was still running and each file that was still in the folder
 */
export async function endLeftovers(folder: string, graceMs = 5_000): Promise<string[]> {
  let processes = leftProcesses(folder)
  for (let waited = 0; processes.length > 0 && waited < graceMs; waited += pollMs) {
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
 * The processes of a run: those with its variable in their environment, and those whose working directory is in its
 * folder, such as PostgreSQL, which gets its own environment. Only Linux reports these; elsewhere the list is empty.
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
    return false // it has ended, or belongs to another user
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
