// `npm run drill -- faults [NAME …]`: disk full, PostgreSQL that restarts, names that cannot be resolved, a clock that jumps.
// Prints a table of what people saw, what was lost and how it healed. Needs root on Linux and Debian's faketime; takes about
// five minutes.

import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { foundOrganisation } from '../e2e/support/organisation.ts'
import { clockJumps } from './faults/clock-jumps.ts'
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
import { openInstallation } from './lib/servers.ts'
import { withUndo } from './lib/steps.ts'
import { creationsOf, writeUntil } from './lib/writers.ts'

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
