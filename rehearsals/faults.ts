// `npm run drill -- faults [NAME …]`: disk full, PostgreSQL that restarts, names that cannot be resolved, a clock that jumps.
// Prints a table of what people saw, what was lost and how it healed. Needs root on Linux and Debian's faketime; takes about
// five minutes.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { foundOrganisation } from '../e2e/support/organisation.ts'
import { chainWholeHistory } from '../server/src/platform/db/chain/chain-history.ts'
import { verifyChain } from '../server/src/platform/db/chain/verify-chain.ts'
import { withPatientDatabase } from '../server/src/platform/db/connect.ts'
import { startEmbeddedDatabase } from '../server/src/platform/db/embedded/start.ts'
import { findBrokenInvariants } from '../server/src/platform/db/invariants.ts'
import { diskFull } from './faults/disk-full.ts'
import { namesAway } from './faults/names-away.ts'
import {
  checkOutcome,
  emptyOutcome,
  expectOnlyOutages,
  type FaultRow,
  longest,
  openMailbox,
  repeated,
} from './lib/outcome.ts'
import { openInstallation, supervise } from './lib/servers.ts'
import { expectThat, withUndo } from './lib/steps.ts'
import { call, createOne, creationsOf, writeUntil } from './lib/writers.ts'

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

/** Seconds that the server's clock is ahead, one after the other. A session ends after twelve hours without use. */
const jumps = [0, 7_200, 0, -7_200, 0, 90, -90, 0, -86_400, 0]

/** The clock of the server jumps forward and back while people work; the database's clock does not. */
const clockJumps = (): Promise<FaultRow> =>
  withUndo(async (undo) => {
    if (!existsSync(library)) throw new Error('apt-get install faketime')
    const folder = mkdtempSync(join(tmpdir(), 'malote-clock-'))
    undo(() => rmSync(folder, { recursive: true, force: true }))
    const clock = join(folder, 'offset')
    const setClock = (seconds: number) => writeFileSync(clock, `${seconds >= 0 ? '+' : ''}${seconds}\n`)
    setClock(0)
    const database = await startEmbeddedDatabase({ dataDir: folder, log: console.error, onLost: console.error })
    undo(database.stop)
    const server = await supervise({
      ...{ DATABASE_URL: database.connectionString, DATABASE_OWNER_URL: database.ownerConnectionString },
      ...{ DATA_DIR: join(folder, 'files'), LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: clock },
      ...{ FAKETIME_CACHE_DURATION: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
    })
    undo(server.stop)
    const { sender, manager } = await foundOrganisation(server.url)
    const create = await creationsOf(server.url, sender)
    const met = new Map<string, number>()
    const count = (what: string) => met.set(what, (met.get(what) ?? 0) + 1)
    const post = (who: typeof sender, path: string) =>
      call(server.url, who, path, { key: crypto.randomUUID(), body: '{}' })
    let pending: number | undefined
    const acknowledged: number[] = []
    for (const jump of jumps) {
      setClock(jump)
      await wait(2_500)
      const seen = await fetch(`${server.url}/healthz`)
      const offset = Math.round((Date.parse(seen.headers.get('date') ?? '') - Date.now()) / 1000)
      expectThat(Math.abs(offset - jump) < 10, `the server's clock is ${offset} s ahead`)
      // What was created before the jump is received after it.
      if (pending !== undefined) count(`receive ${(await post(manager, `/api/protocols/${pending}/receive`)).status}`)
      for (let turn = 0; turn < 5; turn += 1) {
        const made = await createOne(server.url, sender, create())
        count(`create ${made.status}`)
        pending = (made.json as { protocol_id?: number } | null)?.protocol_id
        if (pending !== undefined) acknowledged.push(pending)
      }
      for (const path of ['/api/protocols', '/api/returns', '/api/dashboard/today', '/api/reports', '/api/auth/me']) {
        count(`read ${(await call(server.url, sender, path)).status}`)
      }
    }
    const times = [...met].map(([what, often]) => `${often} × ${what}`).join(', ')
    console.log(`clock: ${times}; ${server.ends()} ends`)
    const isFine = [...met.keys()].every((what) => /(200|201)$/.test(what))
    // proves 19.40
    expectThat(isFine && server.ends() === 0, 'every call works whatever the clock says')
    const owner = database.ownerConnectionString
    await withPatientDatabase(owner, async (db) => {
      const { count: kept } = await db
        .selectFrom('protocols')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('id', 'in', acknowledged)
        .executeTakeFirstOrThrow()
      expectThat(Number(kept) === acknowledged.length, `of ${acknowledged.length} acknowledged creations 0 are lost`)
      await chainWholeHistory(db)
      expectThat((await verifyChain(db)).broken.length === 0, 'the chain of the history fits')
      const broken = await findBrokenInvariants(db)
      expectThat(broken.length === 0, `every derived number is right ${broken.join(' ')}`)
    })
    return {
      fault: 'clock of a server jumps forward and back by up to a day',
      seen: `${times}; history shows the time that the server believed`,
      lost: `0 of ${acknowledged.length}`,
      heals: 'nothing to heal; sessions end by the clock of that moment',
    }
  })

const faults: Record<string, () => Promise<FaultRow>> = {
  disk: diskFull,
  database: databaseRestarts,
  names: namesAway,
  clock: clockJumps,
}

export async function run(): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error('this drill needs root on Linux')
  const wanted = process.argv.slice(3)
  const rows: FaultRow[] = []
  for (const [name, rehearse] of Object.entries(faults)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const start = performance.now()
    console.log(`\n${name}`)
    try {
      rows.push(await rehearse())
    } catch (error) {
      console.error(error)
      process.exitCode = 1
    }
    console.log(`${((performance.now() - start) / 1000).toFixed(0)} s`)
  }
  for (const row of rows) console.log(`\n${row.fault}\n  seen: ${row.seen}\n  lost: ${row.lost}\n  heals: ${row.heals}`)
}

/** Fast, immediate, and not asked at all. */
const signals = ['SIGINT', 'SIGQUIT', 'SIGKILL', 'SIGINT', 'SIGKILL'] as const

/** PostgreSQL is stopped five times in 40 seconds while 12 clients write through two servers. */
function databaseRestarts(): Promise<FaultRow> {
  return withUndo(async (undo) => {
    const mailbox = await openMailbox()
    undo(mailbox.close)
    const installation = await openInstallation(2, { SMTP_URL: mailbox.url, FAIR_USE_FACTOR: '1000' })
    undo(installation.close)
    const urls = installation.instances.map(({ url }) => url)
    const { sender, manager } = await foundOrganisation(urls[0] ?? '')
    const create = await creationsOf(urls[0] ?? '', sender)
    const outcome = emptyOutcome()
    const end = Date.now() + 40_000
    let turn = 0
    const front = () => urls[turn++ % urls.length] ?? ''
    const writers = Promise.all(
      Array.from({ length: 12 }, () => writeUntil(end, front, create, sender, manager, outcome)),
    )
    for (const signal of signals) {
      await wait(5_000)
      process.kill(await postmasterOf(installation.databaseUrl), signal)
    }
    await writers
    expectOnlyOutages(outcome)
    await checkOutcome(installation.databaseUrl, mailbox, outcome, 0)
    return {
      fault: `PostgreSQL stopped ${signals.length} times under 12 writers (${[...new Set(signals)].join(', ')})`,
      seen: `${repeated(outcome)} of ${outcome.calls} calls, repeated by the client`,
      lost: `0 of ${outcome.acknowledged.size}, none twice`,
      heals: `by itself; longest call ${longest(outcome)} s with its repetitions`,
    }
  })
}

/** @param connectionString of the database while it runs; waits for it */
async function postmasterOf(connectionString: string): Promise<number> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query('select pg_backend_pid() as pid')
      return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(rows[0].pid)], { encoding: 'utf8' }))
    } catch (error) {
      if (attempt === 100) throw error
      await wait(200)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
