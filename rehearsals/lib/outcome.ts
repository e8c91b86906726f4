import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { connect, type Db } from '../../server/src/platform/db/connect.ts'
import { findBrokenInvariants } from '../../server/src/platform/db/invariants.ts'
import { expectThat } from './steps.ts'

/** The answers that clients got while servers were killed. */
export interface Outcome {
  /** Protocols that were acknowledged, by idempotency key. */
  acknowledged: Map<string, number>
  /** Protocols whose receipt was acknowledged. */
  received: Set<number>
  /** Milliseconds until each call was answered, with its repetitions. */
  waits: number[]
  /** Calls that failed and were repeated, by the reason. */
  failures: Map<string, number>
  calls: number
}

/** Compares the clients' answers with the database. @throws Error when something is lost or doubled */
export async function checkOutcome(
  databaseUrl: string,
  mailbox: Mailbox,
  outcome: Outcome,
  kills: number,
): Promise<void> {
  const { acknowledged, received, waits, failures, calls } = outcome
  const db = connect(databaseUrl, { poolSize: 2 })
  try {
    waits.sort((a, b) => a - b)
    const at = (share: number) => `${Math.round(waits[Math.floor(waits.length * share)] ?? 0)} ms`
    const reasons = [...failures].map(([reason, count]) => `${count} × ${reason}`).join(', ')
    console.log(`kill -9: ${kills}; calls: ${calls}, of which repeated: ${reasons || 'none'}`)
    console.log(`until an answer, repetitions included: p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(0.999999)}`)

    const rows = await db.selectFrom('protocols').select(['id', 'remarks', 'receivedAt']).execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    const lost = [...acknowledged].filter(([key, id]) => byId.get(id)?.remarks !== `Ensaio ${key}`)
    // proves 19.4
    expectThat(lost.length === 0, `of ${acknowledged.size} acknowledged creations 0 are lost`)
    const remarks = rows.map((row) => row.remarks)
    // proves 19.4, 19.40
    expectThat(new Set(remarks).size === remarks.length, 'no creation was made twice')
    const unreceived = [...received].filter((id) => byId.get(id)?.receivedAt == null)
    expectThat(unreceived.length === 0, `of ${received.size} acknowledged receipts 0 are lost`)

    await mailsOnce(db, mailbox)
    await jobsOnce(db)
    expectThat((await findBrokenInvariants(db)).length === 0, 'every derived number equals what the facts give')
  } finally {
    await db.destroy()
  }
}

async function mailsOnce(db: Db, mailbox: Mailbox): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ state: string; count: number }>`
      select state::text, count(*)::int as count from pgboss.job where name = 'mail' group by state`.execute(db)
    return new Map(rows.map(({ state, count }) => [state, count]))
  }
  let states = await waiting()
  for (let left = 240; left > 0 && ['created', 'retry', 'active'].some((state) => states.get(state)); left -= 1) {
    await wait(1000)
    states = await waiting()
    // A mail that a killed server was sending is tried again after 15 minutes; here sooner.
    await sql`update pgboss.job set state = 'retry', start_after = now()
      where name = 'mail' and (state = 'retry' or state = 'active' and started_on < now() - interval '20 seconds')`.execute(
      db,
    )
  }
  const twice = [...mailbox.accepted.values()].filter((count) => count > 1).length
  expectThat(
    (states.get('completed') ?? 0) === mailbox.accepted.size,
    // proves 19.4
    `${mailbox.accepted.size} mails were queued and sent`,
  )
  // SMTP cannot do better: a server that dies between the acceptance and its note of it must send again. The Message-ID
  // is the same, so that mailboxes keep one.
  console.log(`mails that the mail server accepted twice, under the same Message-ID: ${twice}`)
}

async function jobsOnce(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*)::int as count from pgboss.job j
    where exists (select from pgboss.schedule s where s.name = j.name)
    group by name, date_trunc('minute', created_on) having count(*) > 1`.execute(db)
  // proves 19.4
  expectThat(rows.length === 0, 'no scheduled job ran twice')
}

/** An SMTP server that counts what it accepts. */
export interface Mailbox {
  url: string
  /** How often each message was accepted, by Message-ID. */
  accepted: ReadonlyMap<string, number>
  /** Refuses every message with a 451 from now on, or accepts them again. */
  setRefusing: (isRefusing: boolean) => void
  /** How many it has refused. */
  refused: () => number
  close: () => Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const accepted = new Map<string, number>()
  let isRefusing = false
  let refused = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom(_address, _session, done) {
      if (!isRefusing) return done()
      refused += 1
      done(Object.assign(new Error('try again later'), { responseCode: 451 }))
    },
    onData(stream, _session, done) {
      void text(stream).then((message) => {
        const id = /^Message-ID: (\S+)/im.exec(message)?.[1] ?? ''
        accepted.set(id, (accepted.get(id) ?? 0) + 1)
        done()
      }, done)
    },
  })
  // A client that is killed breaks its connection.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return {
    accepted,
    url,
    setRefusing: (value) => {
      isRefusing = value
    },
    refused: () => refused,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** A line of the table of faults. */
export interface FaultRow {
  fault: string
  seen: string
  lost: string
  heals: string
}

export const emptyOutcome = (): Outcome => ({
  acknowledged: new Map(),
  received: new Set(),
  waits: [],
  failures: new Map(),
  calls: 0,
})

/** The statuses that calls met before they were repeated: `12 × 503`. */
export const repeated = ({ failures }: Outcome) =>
  [...failures].map(([reason, count]) => `${count} × ${reason}`).join(', ') || 'none'

/** The longest time until a call was answered, repetitions included, in seconds. */
export const longest = ({ waits }: Outcome) => (Math.max(0, ...waits) / 1000).toFixed(1)

/** While something is away, a server says so (503), or does not answer; anything else would be a bug. */
export function expectOnlyOutages({ failures }: Outcome) {
  const others = [...failures.keys()].filter((reason) => !['503', 'TypeError', 'TimeoutError'].includes(reason))
  expectThat(others.length === 0, `every refusal was a 503 or a broken connection ${others.join()}`)
}
