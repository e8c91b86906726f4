// `npm run drill -- capacity`: what people's work costs. One server on a generated organisation does an ordinary day; the
// drill divides the processor time of server and PostgreSQL, the log and the disk by calls and protocols, which depends
// little on what else the machine does. From that it reckons, by queueing theory, how many people cores carry
// (docs/capacity.md). Takes about two minutes; `--protocols 20000` says how many there are.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedDatabase } from '../server/src/platform/db/embedded/start.ts'
import { type Costs, carried, needs } from './lib/carried.ts'
import { startInstance } from './lib/instance.ts'
import { ordinaryDay } from './lib/ordinary-day.ts'
import { type Organisation, openOrganisation } from './lib/organisation.ts'
import { postgresTime } from './lib/processor-time.ts'
import { withUndo } from './lib/undo.ts'

const seconds = 40
const looks = 8

export async function run() {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { protocols: { type: 'string', default: '20000' } },
  })
  await withUndo(async (undo) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'malote-capacity-'))
    undo(() => rmSync(dataDir, { recursive: true, force: true }))
    const database = await startEmbeddedDatabase({ dataDir, log: console.error, onLost: console.error })
    undo(database.stop)
    const organisation = await openOrganisation(database.ownerConnectionString, Number(values.protocols))
    undo(organisation.close)
    const instance = await startInstance({
      ...{ DATABASE_URL: database.connectionString, DATABASE_OWNER_URL: database.ownerConnectionString },
      LOG_LEVEL: 'silent',
    })
    undo(instance.stop)
    const day = { urls: [instance.url], clients: 6, looks }
    await ordinaryDay(organisation, { ...day, seconds: 8 })

    const postmaster = await postmasterOf(organisation)
    const idle = await watched(organisation, postmaster, instance, () => wait(10_000))
    const busy = await watched(organisation, postmaster, instance, () => ordinaryDay(organisation, { ...day, seconds }))
    const tally = busy.result
    if (tally.failures.length > 0) throw new Error(tally.failures[0])
    const calls = [...tally.latencies.values()].flat().length
    const share = busy.seconds / idle.seconds
    const protocols = tally.created.length
    const costs: Costs = {
      serverPerCall: (busy.server - idle.server * share) / calls,
      databasePerCall: (busy.database - idle.database * share) / calls,
      callsPerProtocol: calls / protocols,
      logPerProtocol: (busy.log - idle.log * share) / protocols,
    }
    console.log(
      `measured: ${calls} calls and ${protocols} protocols in ${busy.seconds.toFixed(0)} s on ${cpus()[0]?.model}, of ${values.protocols} protocols`,
    )
    console.table({
      'server, ms of processor per call': costs.serverPerCall.toFixed(2),
      'PostgreSQL, ms of processor per call': costs.databasePerCall.toFixed(2),
      'calls per protocol': costs.callsPerProtocol.toFixed(0),
      'log of PostgreSQL, kB per protocol': (costs.logPerProtocol / 1000).toFixed(0),
      'database, kB per protocol of the generated ones': (
        (await sizeOf(organisation)) /
        Number(values.protocols) /
        1000
      ).toFixed(1),
      'server at rest, ms of processor per second': (idle.server / idle.seconds).toFixed(1),
      'PostgreSQL at rest, ms per second': (idle.database / idle.seconds).toFixed(1),
      'server, MiB resident at most': instance.peakMemory()?.toFixed(0) ?? '?',
    })
    console.log('reckoned: calls per second with a 99th percentile below 200 ms, and protocols a year')
    console.table(carried(costs))
    console.log('reckoned: cores for organisations')
    console.table(needs(costs))
  })
}

async function watched<Result>(
  organisation: Organisation,
  postmaster: number,
  instance: Awaited<ReturnType<typeof startInstance>>,
  work: () => Promise<Result>,
) {
  const position = async () =>
    Number((await organisation.query<{ at: string }>(`select pg_current_wal_lsn() - '0/0' as at`))[0]?.at)
  const [log, database, start] = [await position(), postgresTime(postmaster), performance.now()]
  const clock = instance.processorClock()
  const result = await work()
  return {
    result,
    server: clock(),
    database: postgresTime(postmaster) - database,
    log: (await position()) - log,
    seconds: (performance.now() - start) / 1000,
  }
}

async function postmasterOf(organisation: Organisation): Promise<number> {
  const [row] = await organisation.query<{ pid: number }>('select pg_backend_pid() as pid')
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(row?.pid)], { encoding: 'utf8' }))
}

const sizeOf = async (organisation: Organisation) =>
  Number((await organisation.query<{ size: string }>('select pg_database_size(current_database()) as size'))[0]?.size)
