import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { foundOrganisation } from '../../e2e/support/organisation.ts'
import { connect, type Db } from '../../server/src/platform/db/connect.ts'
import { expectThat } from '../lib/expect-that.ts'
import { openInstallation } from '../lib/installation.ts'
import { openMailbox } from '../lib/mailbox.ts'
import { withUndo } from '../lib/undo.ts'
import { creationsOf } from '../lib/writers.ts'
import { createOne } from './calls.ts'
import type { FaultRow } from './row.ts'

const hours = 26

/** The mail server refuses everything for a day and two hours of the queue's time, with two servers that try. */
export const mailRefused = (): Promise<FaultRow> =>
  withUndo(async (undo) => {
    const mailbox = await openMailbox()
    undo(mailbox.close)
    const installation = await openInstallation(2, { SMTP_URL: mailbox.url, FAIR_USE_FACTOR: '1000' })
    undo(installation.close)
    const db = connect(installation.databaseUrl, { poolSize: 2 })
    undo(() => db.destroy())
    const [url = ''] = installation.instances.map((instance) => instance.url)
    const { sender } = await foundOrganisation(url)
    const create = await creationsOf(url, sender)
    await settled(db, ['created', 'active', 'retry'])
    const before = mailbox.accepted.size

    mailbox.setRefusing(true)
    const took: number[] = []
    for (let made = 0; made < 10; made += 1) {
      const start = performance.now()
      expectThat((await createOne(url, sender, create())).status === 201, 'a creation while mail is refused')
      took.push(performance.now() - start)
    }
    const queued = (await states(db)).total - before
    let passed = 0
    while (passed < hours * 3600) {
      await settled(db, ['created', 'active'])
      // Instead of waiting, the queue's times move into the past until the next attempt of most is due.
      const { rows } = await sql<{ seconds: number | null }>`
        select extract(epoch from max(start_after) - now())::int as seconds from pgboss.job
        where name = 'mail' and state = 'retry'`.execute(db)
      const step = Math.min(Math.max(60, rows[0]?.seconds ?? 0), hours * 3600 - passed)
      passed += step
      await sql`
        update pgboss.job set start_after = start_after - make_interval(secs => ${step}),
          created_on = created_on - make_interval(secs => ${step}), keep_until = keep_until - make_interval(secs => ${step})
        where name = 'mail' and state = 'retry'`.execute(db)
    }
    await settled(db, ['created', 'active'])
    const held = await states(db)
    // proves 19.41
    expectThat(held.failed === 0 && held.retry === queued, `after ${hours} h all ${queued} mails still wait`)

    mailbox.setRefusing(false)
    await sql`update pgboss.job set start_after = now() where name = 'mail' and state = 'retry'`.execute(db)
    await settled(db, ['created', 'active', 'retry'])
    const sent = mailbox.accepted.size - before
    expectThat(sent === queued, `${sent} of ${queued} mails were sent afterwards`)
    expectThat(
      [...mailbox.accepted.values()].every((times) => times === 1),
      // proves 19.41
      'each of them once',
    )
    return {
      fault: `mail server refuses everything for ${hours} hours`,
      seen: `nothing; a creation takes ${Math.round(Math.max(...took))} ms at most`,
      lost: `0 of ${queued} mails, none twice, after ${mailbox.refused()} refusals`,
      heals: 'by itself, at the latest an hour after the mail server is back',
    }
  })

async function states(db: Db) {
  const { rows } = await sql<{ retry: number; failed: number; total: number }>`
    select count(*) filter (where state = 'retry')::int as retry, count(*) filter (where state = 'failed')::int as failed,
      count(*)::int as total from pgboss.job where name = 'mail'`.execute(db)
  return rows[0] ?? { retry: 0, failed: 0, total: 0 }
}

/** Waits until no mail that may be tried now is in one of these states. */
async function settled(db: Db, open: readonly string[]) {
  for (let attempt = 0; attempt < 240; attempt += 1) {
    const { rows } = await sql`
      select from pgboss.job where name = 'mail' and state::text = any(${[...open]}::text[])
      union all select from pgboss.job where name = 'mail' and state = 'retry' and start_after <= now()`.execute(db)
    if (rows.length === 0) return
    await wait(250)
  }
  throw new Error('the queue of mails does not come to rest')
}
