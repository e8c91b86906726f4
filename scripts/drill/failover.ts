// The primary is killed ten times under 50 writers: PostgreSQL 15 under Patroni with etcd, three nodes with synchronous
// replication, HAProxy in front, two instances of the product. No confirmed protocol may be missing, and none be there
// twice. Needs Debian's patroni, etcd-server, haproxy and postgresql-15; takes about ten minutes.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { SignedIn } from '../bench/stage.ts'
import { startInstance } from './lib/instance.ts'
import { openOffice } from './lib/office.ts'
import { hasPatroni, patroniCluster } from './lib/patroni.ts'
import { withUndo } from './lib/undo.ts'

const rounds = Number(process.env.ROUNDS ?? 10)
const writers = 50
/** Milliseconds between two creations of a writer, and before it repeats one that failed. */
const pause = { work: 300, retry: 500 }

export async function run() {
  if (!hasPatroni())
    throw new Error('this drill needs Debian: apt-get install patroni etcd-server haproxy postgresql-15')
  await withUndo(async (undo) => {
    const cluster = await patroniCluster()
    undo(cluster.stop)
    const office = await openOffice(cluster.owner, 2_000)
    undo(office.close)
    const settings = {
      ...{ DATABASE_URL: cluster.server, DATABASE_OWNER_URL: cluster.owner, DATABASE_REPLICA_URL: cluster.replicas },
      LOG_LEVEL: 'silent',
    }
    const instances = [await startInstance(settings), await startInstance(settings)]
    for (const { stop } of instances) undo(stop)
    const work = write(
      office.leaders,
      instances.map(({ url }) => url),
    )
    undo(work.end)
    await wait(3_000)

    const table = []
    for (let round = 0; round < rounds; round += 1) {
      const what = round % 2 === 0 ? ('PostgreSQL' as const) : ('the node' as const)
      const primary = await cluster.settled()
      await wait(2_000)
      const start = performance.now()
      cluster.kill(primary, what)
      await work.resumed(start)
      const seconds = work.longestPause(start) / 1000
      cluster.restore(primary)
      table.push({ killed: what, was: primary, 'seconds without a creation': Number(seconds.toFixed(1)) })
      console.log(`round ${round + 1}: ${what} of ${primary} killed, ${seconds.toFixed(1)} s without a creation`)
    }
    await cluster.settled()
    await work.end()

    console.table(table)
    for (const what of ['PostgreSQL', 'the node']) {
      const sorted = table
        .filter(({ killed }) => killed === what)
        .map((row) => row['seconds without a creation'])
        .sort((a, b) => a - b)
      console.log(`${what}: p50 ${sorted[Math.floor(sorted.length / 2)]} s, at most ${sorted.at(-1)} s`)
    }
    const confirmed = [...work.confirmed.values()]
    const [found] = await office.query<{ kept: number; twice: number }>(
      `select count(*) filter (where id = any($1))::int as kept, (count(*) - count(distinct remarks))::int as twice
       from protocols where remarks like 'Failover %'`,
      [confirmed],
    )
    await office.verify()
    console.log(
      `${found?.kept} of ${confirmed.length} confirmed protocols exist, ${found?.twice} twice, after ${work.refused()} calls that failed meanwhile`,
    )
    if (found?.kept !== confirmed.length || found.twice !== 0) process.exitCode = 1
  })
}

/** Writers that create protocols and repeat what failed under the same key, as the web app does. */
function write(leaders: readonly SignedIn[], urls: readonly string[]) {
  const confirmed = new Map<string, number>()
  const moments: number[] = []
  let refused = 0
  let isOver = false

  async function create(place: number, turn: number): Promise<void> {
    const from = leaders[(place + turn) % leaders.length] as SignedIn
    const to = leaders[(place + turn + 1) % leaders.length] as SignedIn
    const key = randomUUID()
    const body = JSON.stringify({
      remarks: `Failover ${key}`,
      origin_department_id: from.departmentId,
      destination_department_id: to.departmentId,
      requires_return: true,
      items: [{ document_number: `F ${place}/${turn}`, item_type_id: 1, category_id: 1, reason: 'Conferência' }],
    })
    for (let attempt = 0; ; attempt += 1) {
      const reply = await fetch(`${urls[(place + attempt) % urls.length]}/api/protocols`, {
        method: 'POST',
        headers: { authorization: `Bearer ${from.token}`, 'content-type': 'application/json', 'idempotency-key': key },
        body,
        signal: AbortSignal.timeout(60_000),
      }).catch(() => undefined)
      if (reply?.status === 201) {
        confirmed.set(key, ((await reply.json()) as { id: number }).id)
        moments.push(performance.now())
        return
      }
      refused += 1
      if (reply && reply.status < 500) throw new Error(`${reply.status} ${await reply.text()}`)
      await wait(pause.retry)
    }
  }
  const all = Promise.all(
    Array.from({ length: writers }, async (_, place) => {
      for (let turn = 0; !isOver; turn += 1) {
        await create(place, turn)
        await wait(pause.work * (0.5 + Math.random()))
      }
    }),
  )
  all.catch((error) => console.error(error))
  return {
    confirmed,
    refused: () => refused,
    /** Waits until twenty creations in a second show that work goes on, later than a second after `since`. */
    async resumed(since: number) {
      for (;;) {
        await wait(250)
        const now = performance.now()
        if (now - since > 180_000) throw new Error('writes did not go on within three minutes')
        if (now - since > 3_000 && moments.filter((at) => at > now - 1_000).length >= 20) return
      }
    },
    /** Milliseconds of the longest stretch without a creation since then. */
    longestPause(since: number) {
      const later = [since, ...moments.filter((at) => at > since)]
      return Math.max(...later.slice(1).map((at, index) => at - (later[index] ?? at)))
    },
    async end() {
      isOver = true
      await all
    },
  }
}
