// `npm run drill -- failover [split]`: PostgreSQL 15 under Patroni with etcd, three nodes with synchronous replication, HAProxy
// in front, two instances of the product, people who write. The primary is killed ten times; with `split`, each node is a
// machine of its own (network namespaces), and the primary's is cut off, twice, while a program on that very machine goes on
// writing to it. No confirmed protocol may be missing, and none be there twice. Needs Debian's patroni, etcd-server, haproxy and
// postgresql-15, and root with iproute2 for `split`; takes about ten and four minutes. ROUNDS says how often.

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { SignedIn } from '../scripts/bench/stage.ts'
import { canSeparate, separateMachines } from './failover/machines.ts'
import { hasPatroni, type PatroniCluster, patroniCluster } from './failover/patroni.ts'
import { type Organisation, openOrganisation } from './lib/organisation.ts'
import { startInstance } from './lib/servers.ts'
import { expectThat, withUndo } from './lib/steps.ts'

export async function run() {
  const isSplit = process.argv[3] === 'split'
  if (!hasPatroni() || (isSplit && !canSeparate())) {
    throw new Error('this drill needs Debian: apt-get install patroni etcd-server haproxy postgresql-15 iproute2')
  }
  await withUndo(async (undo) => {
    const machines = isSplit ? separateMachines(3) : undefined
    if (machines) undo(machines.remove)
    const cluster = await patroniCluster(machines)
    undo(cluster.stop)
    const organisation = await openOrganisation(cluster.owner, 2_000)
    undo(organisation.close)
    const settings = {
      ...{ DATABASE_URL: cluster.server, DATABASE_OWNER_URL: cluster.owner, LOG_LEVEL: 'silent' },
      ...(!isSplit && { DATABASE_REPLICA_URL: cluster.replicas }),
    }
    const instances = [await startInstance(settings), await startInstance(settings)]
    for (const { stop } of instances) undo(stop)
    const urls = instances.map(({ url }) => url)
    const work = steadyWriters(organisation.leaders, urls, isSplit ? 20 : 50)
    undo(work.end)
    await wait(3_000)

    await (isSplit ? cutOff(cluster, organisation, work) : killed(cluster, work))
    await cluster.settled()
    await work.end()
    const confirmed = [...work.confirmed.values()]
    const [found] = await organisation.query<{ kept: number; twice: number }>(
      `select count(*) filter (where id = any($1))::int as kept, (count(*) - count(distinct remarks))::int as twice
       from protocols where remarks like 'Failover %'`,
      [confirmed],
    )
    // proves 19.16
    expectThat(
      found?.kept === confirmed.length && found.twice === 0,
      `${found?.kept} of ${confirmed.length} confirmed protocols exist, ${found?.twice} twice, after ${work.refused()} calls that failed meanwhile`,
    )
    await organisation.verify()
  })
}

async function killed(cluster: PatroniCluster, work: SteadyWriters) {
  const table = []
  for (let round = 0; round < Number(process.env.ROUNDS ?? 10); round += 1) {
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
  console.table(table)
}

/** Inserts one number after the other with the time limit of the server's statements, and prints what was acknowledged. */
const insist = `
  number=0
  while :; do
    number=$((number + 1))
    if said=$(PGOPTIONS='-c statement_timeout=30s' psql -XqAt "$1" -c "insert into split_writes values ($2, $number)" 2>&1)
    then echo "acknowledged $number $(date +%s%3N) $said"
    else echo "refused $number $(date +%s%3N)"; fi
    sleep 0.05
  done`

async function cutOff(cluster: PatroniCluster, { query }: Organisation, work: SteadyWriters) {
  await query('create table split_writes (round int, number int, primary key (round, number))')
  await query('grant all on split_writes to malote_server')
  for (let round = 1; round <= Number(process.env.ROUNDS ?? 2); round += 1) {
    const primary = await cluster.settled()
    const writer = ['-c', insist, 'insist', cluster.addressOf(primary), String(round)]
    const output = cluster.runAt(primary, 'sh', writer, `writer-${round}.log`)
    await wait(3_000)
    const cut = performance.now()
    const cutAt = Date.now()
    cluster.setConnected(primary, false)
    await work.resumed(cut)
    const seconds = (work.longestPause(cut) / 1000).toFixed(1)
    // The old primary goes on alone for as long as it believes in itself.
    await wait(25_000)
    cluster.setConnected(primary, true)
    await cluster.settled()
    const told = output()
      .split('\n')
      .filter((line) => line.startsWith('acknowledged'))
      .map((line) => line.split(' '))
    const late = told.filter(([, , at]) => Number(at) > cutAt + 1_000)
    const kept = await query<{ number: number }>('select number from split_writes where round = $1', [round])
    const known = new Set(kept.map(({ number }) => number))
    console.log(
      `round ${round}: ${primary} cut off; others write again after ${seconds} s; on its machine ${late.length} writes acknowledged later than a second after the cut`,
    )
    // proves 19.44
    expectThat(
      told.every(([, number]) => known.has(Number(number))),
      `0 of ${told.length} writes that the isolated primary acknowledged are lost`,
    )
  }
}

/** Milliseconds between two creations of a writer, and before it repeats one that failed. */
const pause = { work: 300, retry: 500 }

export type SteadyWriters = ReturnType<typeof steadyWriters>

/** Writers that create protocols and repeat what failed under the same key, as the web app does. */
export function steadyWriters(leaders: readonly SignedIn[], urls: readonly string[], writers = 50) {
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
