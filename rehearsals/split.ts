// `npm run drill -- split`: the cluster of the failover drill on three machines with a network of their own (namespaces). The
// primary's machine is cut off while people write, and while a program on that very machine goes on writing to it: what it
// acknowledges there must be what the others have. Needs root and Debian's patroni, etcd-server, haproxy, postgresql-15 and
// iproute2; takes about four minutes.
import { setTimeout as wait } from 'node:timers/promises'
import { expectThat } from './lib/expect-that.ts'
import { startInstance } from './lib/instance.ts'
import { canSeparate, separateMachines } from './lib/machines.ts'
import { openOrganisation } from './lib/organisation.ts'
import { hasPatroni, patroniCluster } from './lib/patroni.ts'
import { steadyWriters } from './lib/steady-writers.ts'
import { withUndo } from './lib/undo.ts'

const rounds = Number(process.env.ROUNDS ?? 2)

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

export async function run() {
  if (!hasPatroni() || !canSeparate()) {
    throw new Error(
      'this drill needs root and Debian: apt-get install patroni etcd-server haproxy postgresql-15 iproute2',
    )
  }
  await withUndo(async (undo) => {
    const machines = separateMachines(3)
    undo(machines.remove)
    const cluster = await patroniCluster(machines)
    undo(cluster.stop)
    const organisation = await openOrganisation(cluster.owner, 500)
    undo(organisation.close)
    await organisation.query('create table split_writes (round int, number int, primary key (round, number))')
    await organisation.query('grant all on split_writes to malote_server')
    const settings = {
      ...{ DATABASE_URL: cluster.server, DATABASE_OWNER_URL: cluster.owner, LOG_LEVEL: 'silent' },
    }
    const instances = [await startInstance(settings), await startInstance(settings)]
    for (const { stop } of instances) undo(stop)
    const urls = instances.map(({ url }) => url)
    const work = steadyWriters(organisation.leaders, urls, 20)
    undo(work.end)
    await wait(3_000)

    for (let round = 1; round <= rounds; round += 1) {
      const primary = await cluster.settled()
      const output = cluster.runAt(
        primary,
        'sh',
        ['-c', insist, 'insist', cluster.addressOf(primary), String(round)],
        `writer-${round}.log`,
      )
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
      const lines = output().split('\n')
      const told = lines.filter((line) => line.startsWith('acknowledged')).map((line) => line.trim().split(' '))
      const numbers = told.map(([, number]) => Number(number))
      const after = told.filter(([, , at]) => Number(at) > cutAt + 1_000)
      const warned = told.filter((words) => words.length > 3)
      const kept = await organisation.query<{ number: number }>('select number from split_writes where round = $1', [
        round,
      ])
      const known = new Set(kept.map(({ number }) => number))
      const lost = numbers.filter((number) => !known.has(number))
      console.log(
        `round ${round}: ${primary} cut off; others write again after ${seconds} s; on its machine ${told.length} writes acknowledged, ${after.length} of them later than a second after the cut, ${warned.length} with a warning, ${lines.filter((line) => line.startsWith('refused')).length} refused`,
      )
      // proves 19.44
      expectThat(lost.length === 0, `0 of ${told.length} writes that the isolated primary acknowledged are lost`)
    }
    await cluster.settled()
    await work.end()
    const confirmed = [...work.confirmed.values()]
    const [found] = await organisation.query<{ kept: number; twice: number }>(
      `select count(*) filter (where id = any($1))::int as kept, (count(*) - count(distinct remarks))::int as twice
       from protocols where remarks like 'Failover %'`,
      [confirmed],
    )
    expectThat(
      found?.kept === confirmed.length && found.twice === 0,
      `${found?.kept} of ${confirmed.length} confirmed protocols exist, ${found?.twice} twice`,
    )
    await organisation.verify()
  })
}
