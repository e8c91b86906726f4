// What a replica takes off the primary: the same work with two servers, without and with `DATABASE_REPLICA_URL`, measured by
// the transactions and the processor time of each PostgreSQL; how far the replica is behind; and what people notice when it
// is killed and comes back. Takes about three minutes.
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { generate } from '../scripts/bench/generate.ts'
import { streamingPair } from '../server/src/test/streaming-pair.ts'
import { startInstance } from './lib/instance.ts'
import { ordinaryDay, report } from './lib/ordinary-day.ts'
import { type Organisation, openOrganisation } from './lib/organisation.ts'
import { postgresTime } from './lib/processor-time.ts'
import { withUndo } from './lib/undo.ts'

const protocols = 20_000
const seconds = 40
/** Seconds without any call, before the work is measured. */
const idle = 8
/** Five writes to about seventy reads, as of people who look more than they act. */
const looks = 8

export async function run() {
  await withUndo(async (undo) => {
    const pair = await streamingPair((connectionString) => generate(connectionString, { protocols, seed: 1 }, () => {}))
    undo(pair.stop)
    const organisation = await openOrganisation(pair.primary, undefined)
    undo(organisation.close)
    const [primary, replica] = [await observe(pair.primary), await observe(pair.replica)]
    undo(primary.close)
    undo(replica.close)

    const rows = []
    for (const mode of ['without', 'with'] as const) {
      rows.push({ replica: mode, ...(await measure(mode === 'with' ? pair.replica : '', organisation, pair.primary)) })
    }
    console.table(rows)
    const [alone, shared] = rows
    if (!alone || !shared) return
    const share = (before: number, after: number) => `${Math.round(100 * (1 - after / before))} %`
    console.log(
      `leaves the primary: ${share(alone['primary ms/call'], shared['primary ms/call'])} of its processor time, ${share(alone['primary transactions/call'], shared['primary transactions/call'])} of its transactions`,
    )
    await returnOfTheReplica()
    await organisation.verify()

    async function measure(replicaUrl: string, { leaders, ...rest }: Organisation, primaryUrl: string) {
      const settings = {
        ...{
          DATABASE_URL: primaryUrl,
          DATABASE_REPLICA_URL: replicaUrl,
          LOG_LEVEL: 'silent',
          DATABASE_POOL_SIZE: '10',
        },
      }
      const instances = [await startInstance(settings), await startInstance(settings)]
      const urls = instances.map(({ url }) => url)
      try {
        // Caches and plans first.
        await ordinaryDay({ leaders, ...rest }, { urls, clients: 4, seconds: 5, looks })
        // What servers and PostgreSQL do anyhow is not the work of people.
        const quiet = [await primary.read(), await replica.read()] as const
        await wait(idle * 1000)
        const before = [await primary.read(), await replica.read()] as const
        const lags = primary.watchLag()
        const day = await ordinaryDay({ leaders, ...rest }, { urls, clients: 8, seconds, looks })
        const lag = await lags()
        const after = [await primary.read(), await replica.read()] as const
        const calls = [...day.latencies.values()].reduce((sum, all) => sum + all.length, 0)
        report(day, seconds)
        if (day.failures.length + day.stale.length > 0) process.exitCode = 1
        const between = (earlier: Reading, later: Reading, what: 'milliseconds' | 'transactions') =>
          (later[what] - earlier[what]) / (later.at - earlier.at)
        const per = (place: 0 | 1, what: 'milliseconds' | 'transactions') => {
          const anyhow = between(quiet[place], before[place], what)
          const all = between(before[place], after[place], what)
          return Number((((all - anyhow) * (after[place].at - before[place].at)) / calls).toFixed(2))
        }
        return {
          calls,
          'primary ms/call': per(0, 'milliseconds'),
          'replica ms/call': per(1, 'milliseconds'),
          'primary transactions/call': per(0, 'transactions'),
          'replica transactions/call': per(1, 'transactions'),
          'lag p50 ms': lag.p50,
          'lag max ms': lag.max,
        }
      } finally {
        for (const { stop } of instances) await stop()
      }
    }

    /** The replica is killed ten seconds into the work and comes back ten seconds later. */
    async function returnOfTheReplica() {
      const settings = {
        ...{ DATABASE_URL: pair.primary, DATABASE_REPLICA_URL: pair.replica, LOG_LEVEL: 'silent' },
      }
      const instance = await startInstance(settings)
      try {
        const day = ordinaryDay(organisation, { urls: [instance.url], clients: 4, seconds: 35, looks })
        const stateOf = async () => {
          const reply = await fetch(`${instance.url}/api/system`, {
            headers: { authorization: `Bearer ${organisation.admin.token}` },
          })
          const { checks } = (await reply.json()) as { checks: { id: string; state: string }[] }
          return checks.find(({ id }) => id === 'replica')?.state
        }
        const until = async (isReached: (state: string | undefined) => boolean) => {
          const start = performance.now()
          while (!isReached(await stateOf())) {
            if (performance.now() - start > 60_000) throw new Error(`the replica stays ${await stateOf()}`)
            await wait(100)
          }
          return ((performance.now() - start) / 1000).toFixed(1)
        }
        await until((state) => state === 'ok')
        await wait(8_000)
        await replica.close()
        await pair.killReplica()
        const noticed = await until((state) => state !== 'ok')
        await wait(8_000)
        await pair.restartReplica()
        const taken = await until((state) => state === 'ok')
        const tally = await day
        const calls = [...tally.latencies.values()].flat().length
        console.log(
          // proves 19.45
          `replica killed: left alone after ${noticed} s; back: used again ${taken} s after it accepts connections; ${calls} calls, ${tally.failures.length} failed, ${tally.stale.length} reads behind`,
        )
        for (const line of [...tally.failures, ...tally.stale].slice(0, 5)) console.log(`  ${line}`)
        if (tally.failures.length + tally.stale.length > 0) process.exitCode = 1
      } finally {
        await instance.stop()
      }
    }
  })
}

interface Reading {
  transactions: number
  /** Of processor time, since the start. */
  milliseconds: number
  at: number
}

/** A session that reads the counters of a PostgreSQL server. */
async function observe(connectionString: string) {
  const client = new pg.Client({ connectionString, application_name: 'drill' })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const status = readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8')
  const postmaster = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])
  let isOpen = true
  return {
    async read(): Promise<Reading> {
      // Sessions report what they did at most a second later.
      await wait(1_500)
      const counters = await client.query<{ transactions: string }>(
        'select sum(xact_commit + xact_rollback) as transactions from pg_stat_database',
      )
      return {
        transactions: Number(counters.rows[0]?.transactions),
        milliseconds: postgresTime(postmaster),
        at: performance.now(),
      }
    },
    /** @returns a function that ends the watch; milliseconds until the replica showed what the primary had */
    watchLag() {
      const seen: number[] = []
      const timer = setInterval(async () => {
        const lag = await client
          .query<{ ms: number | null }>(
            'select extract(epoch from max(replay_lag)) * 1000 as ms from pg_stat_replication',
          )
          .catch(() => undefined)
        const ms = lag?.rows[0]?.ms
        if (ms != null) seen.push(Number(ms))
      }, 250)
      return async () => {
        clearInterval(timer)
        seen.sort((a, b) => a - b)
        const at = (share: number) => Number((seen[Math.floor((seen.length - 1) * share)] ?? 0).toFixed(1))
        return { p50: at(0.5), max: at(1) }
      }
    },
    async close() {
      if (isOpen) await client.end().catch(() => {})
      isOpen = false
    },
  }
}
