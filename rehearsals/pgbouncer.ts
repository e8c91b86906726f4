// Two instances behind PgBouncer in transaction mode: 500 connections of clients on 20 to PostgreSQL, and not one call
// may fail. Needs Debian's pgbouncer; takes about two minutes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openStream } from '../scripts/bench/live-streams.ts'
import { connect } from '../server/src/platform/db/connect.ts'
import { startEmbeddedDatabase } from '../server/src/platform/db/embedded/start.ts'
import { hasPgBouncer, pgBouncer } from '../server/src/test/pgbouncer.ts'
import { startInstance } from './lib/instance.ts'
import { ordinaryDay, report } from './lib/ordinary-day.ts'
import { openOrganisation } from './lib/organisation.ts'
import { withUndo } from './lib/undo.ts'

const seconds = 40
/** Clients of PgBouncer beside the two instances, as further instances would be. */
const others = { pools: 15, connections: 45 }

export async function run() {
  if (!hasPgBouncer()) throw new Error('this drill needs PgBouncer: apt-get install pgbouncer')
  await withUndo(async (undo) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'malote-drill-'))
    undo(() => rmSync(dataDir, { recursive: true }))
    const database = await startEmbeddedDatabase({ dataDir, log: console.error, onLost: console.error })
    undo(database.stop)
    const { connectionString: direct, ownerConnectionString: owner } = database
    const organisation = await openOrganisation(owner, 20_000)
    undo(organisation.close)
    const pooler = await pgBouncer([direct, owner], { default_pool_size: 20, max_client_conn: 600 })
    undo(pooler.stop)

    const settings = {
      ...{ DATABASE_URL: pooler.through(direct), DATABASE_DIRECT_URL: direct, DATABASE_OWNER_URL: owner },
      DATABASE_POOL_SIZE: '50',
    }
    const instances = [await startInstance(settings), await startInstance(settings)]
    for (const { stop } of instances) undo(stop)
    const urls = instances.map(({ url }) => url)
    const streams = await Promise.all(urls.map((url) => openStream(url, organisation.admin.token)))
    const heard = streams.map(() => 0)
    for (const [place, stream] of streams.entries()) {
      undo(stream.close)
      stream.onText((text) => {
        heard[place] = (heard[place] ?? 0) + (text.match(/^event: protocol/gm)?.length ?? 0)
      })
    }
    const crowd = openCrowd(pooler.through(direct))
    undo(crowd.close)

    let most = { clients: 0, servers: 0 }
    const watch = setInterval(async () => {
      const [pool] = (await pooler.pools()).filter(({ user }) => user === 'malote_server')
      if (!pool) return
      const clients = Number(pool.cl_active) + Number(pool.cl_waiting)
      const servers = ['sv_active', 'sv_idle', 'sv_used', 'sv_tested'].reduce((sum, key) => sum + Number(pool[key]), 0)
      most = { clients: Math.max(most.clients, clients), servers: Math.max(most.servers, servers) }
    }, 500)
    undo(() => clearInterval(watch))

    const tally = await ordinaryDay(organisation, { urls, clients: 32, seconds })
    await crowd.close()
    report(tally, seconds)
    const [{ count } = { count: 0 }] = await organisation.query<{ count: number }>(
      'select count(*)::int from protocols where id = any($1)',
      [tally.created],
    )
    await organisation.verify()
    // proves 19.10
    console.log(`at most ${most.clients} client connections on ${most.servers} server connections`)
    console.log(
      `further clients: ${crowd.statements()} statements, ${crowd.failures.length} failed ${crowd.failures[0] ?? ''}`,
    )
    console.log(`${count} of ${tally.created.length} confirmed protocols exist; events heard: ${heard.join(' and ')}`)
    const isWhole = tally.failures.length + tally.stale.length + crowd.failures.length === 0
    if (!isWhole || count !== tally.created.length || heard.includes(0)) process.exitCode = 1
  })
}

/** Many connections that read a protocol from time to time. */
function openCrowd(connectionString: string) {
  const failures: string[] = []
  let statements = 0
  let isOpen = true
  const pools = Array.from({ length: others.pools }, () =>
    connect(connectionString, { poolSize: others.connections, pooler: { keepsStatements: false } }),
  )
  const work = Promise.all(
    pools.flatMap((db) =>
      Array.from({ length: others.connections }, async (_, place) => {
        while (isOpen) {
          await sql`select id, remarks from protocols where id = ${1 + ((statements + place) % 20_000)}`
            .execute(db)
            .catch((error) => failures.push(String(error)))
          statements += 1
          await new Promise((resolve) => setTimeout(resolve, 500 + 500 * Math.random()))
        }
      }),
    ),
  )
  return {
    failures,
    statements: () => statements,
    async close() {
      if (!isOpen) return
      isOpen = false
      await work
      for (const db of pools) await db.destroy()
    },
  }
}
