import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blankSettings } from '../../server/src/platform/settings/config.ts'
import type { ApiDocument } from '../../server/src/test/permissions/random-requests.ts'
import { startServer } from '../bench/servers.ts'
import type { Target } from './attack.ts'

/** People of the demo, one of each role and the Gestor of another department. */
const people = ['helena.prado', 'ana.nogueira', 'bruno.siqueira', 'eduarda.pires']

/** The server's own figures at one moment. */
export interface Sample {
  /** MiB. */
  resident: number
  /** MiB of the JavaScript heap in use, garbage included. */
  heap: number
  /** Longest delay of the event loop since the sample before, in milliseconds. */
  stall: number
}

export interface WatchedServer extends Target {
  /** All samples since the start, one every few seconds. */
  samples: readonly Sample[]
  stop: () => Promise<void>
}

/** Milliseconds between two samples. */
const interval = 3_000

/** Starts a demo that is asked for its memory and its event loop every few seconds. */
export async function watchedServer(): Promise<WatchedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-fuzz-'))
  // Started as root, the server gives root up where the account that it continues as may enter the folder.
  await chmod(folder, 0o711)
  // Four people send the load of many.
  const settings = { ...blankSettings, DATA_DIR: folder, LOG_LEVEL: 'error', FAIR_USE_FACTOR: '1000' }
  const server = await startServer('server/src/app/main.ts', '/readyz', settings, ['--demo'])
  const { url } = server
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as ApiDocument
  const tokens = await Promise.all(people.map((name) => signIn(url, `${name}@malote.demo`)))
  const samples: Sample[] = []
  const watch = setInterval(() => {
    // A server that is gone is noticed by the requests.
    void sample(url).then(
      (one) => samples.push(one),
      () => {},
    )
  }, interval)
  const stop = async () => {
    clearInterval(watch)
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { url, document, tokens, samples, stop }
}

async function signIn(url: string, email: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'malote123' }),
  })
  return ((await reply.json()) as { token: string }).token
}

async function sample(url: string): Promise<Sample> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  const mebibyte = 1024 * 1024
  const one = {
    resident: value('process_resident_memory_bytes') / mebibyte,
    heap: value('nodejs_heap_size_used_bytes') / mebibyte,
    stall: value('nodejs_eventloop_lag_max_seconds') * 1000,
  }
  // A busy server may refuse to tell.
  if (!Object.values(one).every(Number.isFinite)) throw new Error(text)
  return one
}

/** MiB of resident memory that a server may reach. */
const mostResident = 640
/** Samples from which on a trend can be told: about ten minutes. */
const enough = 200
/** How much more the heap may hold in the last third than in the one before. */
const mostGrowth = 1.25

/**
 * Tells whether a server's memory grows. The heap is judged by the least of each minute, which is what is left after
 * garbage collection.
 *
 * @returns one sentence for each fault
 */
export function growthOf(samples: readonly Pick<Sample, 'resident' | 'heap'>[]): string[] {
  const most = Math.max(0, ...samples.map(({ resident }) => resident))
  const faults = most > mostResident ? [`The server took ${most.toFixed(0)} MiB.`] : []
  if (samples.length < enough) return faults
  const third = Math.floor(samples.length / 3)
  const floor = (part: readonly Pick<Sample, 'heap'>[]) =>
    mean(
      leastOfEach(
        20,
        part.map(({ heap }) => heap),
      ),
    )
  const [second, last] = [floor(samples.slice(third, 2 * third)), floor(samples.slice(2 * third))]
  if (last <= second * mostGrowth) return faults
  return [...faults, `The heap grows: ${second.toFixed(0)} MiB, then ${last.toFixed(0)} MiB.`]
}

const leastOfEach = (size: number, values: readonly number[]) =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    Math.min(...values.slice(index * size, (index + 1) * size)),
  )

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
