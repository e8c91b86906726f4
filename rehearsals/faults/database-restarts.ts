import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { foundOrganisation } from '../../e2e/support/organisation.ts'
import { openInstallation } from '../lib/installation.ts'
import { openMailbox } from '../lib/mailbox.ts'
import { checkOutcome } from '../lib/outcome.ts'
import { withUndo } from '../lib/undo.ts'
import { creationsOf, writeUntil } from '../lib/writers.ts'
import { emptyOutcome, expectOnlyOutages, type FaultRow, longest, repeated } from './row.ts'

/** Fast, immediate, and not asked at all. */
const signals = ['SIGINT', 'SIGQUIT', 'SIGKILL', 'SIGINT', 'SIGKILL'] as const

/** PostgreSQL is stopped five times in 40 seconds while 12 clients write through two servers. */
export const databaseRestarts = (): Promise<FaultRow> =>
  withUndo(async (undo) => {
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
