// The primary is killed ten times under 50 writers: PostgreSQL 15 under Patroni with etcd, three nodes with synchronous
// replication, HAProxy in front, two instances of the product. No confirmed protocol may be missing, and none be there
// twice. Needs Debian's patroni, etcd-server, haproxy and postgresql-15; takes about ten minutes.
import { setTimeout as wait } from 'node:timers/promises'
import { startInstance } from './lib/instance.ts'
import { openOrganisation } from './lib/organisation.ts'
import { hasPatroni, patroniCluster } from './lib/patroni.ts'
import { steadyWriters } from './lib/steady-writers.ts'
import { withUndo } from './lib/undo.ts'

const rounds = Number(process.env.ROUNDS ?? 10)
export async function run() {
  if (!hasPatroni())
    throw new Error('this drill needs Debian: apt-get install patroni etcd-server haproxy postgresql-15')
  await withUndo(async (undo) => {
    const cluster = await patroniCluster()
    undo(cluster.stop)
    const organisation = await openOrganisation(cluster.owner, 2_000)
    undo(organisation.close)
    const settings = {
      ...{ DATABASE_URL: cluster.server, DATABASE_OWNER_URL: cluster.owner, DATABASE_REPLICA_URL: cluster.replicas },
      LOG_LEVEL: 'silent',
    }
    const instances = [await startInstance(settings), await startInstance(settings)]
    for (const { stop } of instances) undo(stop)
    const work = steadyWriters(
      organisation.leaders,
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
    const [found] = await organisation.query<{ kept: number; twice: number }>(
      `select count(*) filter (where id = any($1))::int as kept, (count(*) - count(distinct remarks))::int as twice
       from protocols where remarks like 'Failover %'`,
      [confirmed],
    )
    await organisation.verify()
    console.log(
      // proves 19.16
      `${found?.kept} of ${confirmed.length} confirmed protocols exist, ${found?.twice} twice, after ${work.refused()} calls that failed meanwhile`,
    )
    if (found?.kept !== confirmed.length || found.twice !== 0) process.exitCode = 1
  })
}
