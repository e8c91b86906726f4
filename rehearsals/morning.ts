// A morning with 100,000 open items: a running server reminds everybody, while people read lists and change their
// profiles. Measures the time of the job, the memory of the server, how long a transaction of the job holds its locks, and
// the lists beside it, compared with an idle server. Needs a working day (UTC), because there are no reminders on others; takes
// about three minutes. `--items 100000` says how many there are.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { PgBoss } from 'pg-boss'
import { startEmbeddedDatabase } from '../server/src/platform/db/embedded/start.ts'
import { startInstance } from './lib/instance.ts'
import { openMailbox } from './lib/mailbox.ts'
import { type Organisation, openOrganisation } from './lib/organisation.ts'
import { withUndo } from './lib/undo.ts'

/** Clients that read lists without pause. */
const readers = 4
/** Seconds of reading before the job. */
const before = 15
/** Milliseconds between two looks at the locks. */
const pause = 25
/** Seconds after which the job is given up. */
const patience = 600

export async function run() {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { items: { type: 'string', default: '100000' } },
  })
  await withUndo(async (undo) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'malote-morning-'))
    undo(() => rmSync(dataDir, { recursive: true, force: true }))
    const database = await startEmbeddedDatabase({ dataDir, log: console.error, onLost: console.error })
    undo(database.stop)
    const organisation = await openOrganisation(database.ownerConnectionString, 5_000)
    undo(organisation.close)
    const mailbox = await openMailbox()
    undo(mailbox.close)
    const server = await startInstance({
      ...{ DATABASE_URL: database.connectionString, DATABASE_OWNER_URL: database.ownerConnectionString },
      ...{ SMTP_URL: mailbox.url, MAIL_FROM: 'Malote <malote@malote.test>', APP_URL: 'http://localhost' },
      APP_TIMEZONE: 'UTC',
    })
    undo(server.stop)
    await addOpenItems(organisation, Number(values.items))
    const queue = new PgBoss({
      connectionString: database.connectionString,
      max: 1,
      supervise: false,
      createSchema: false,
    })
    await queue.start()
    undo(() => queue.stop({ graceful: false }))

    await read(server.url, organisation, () => false, 3)
    const alone = await read(server.url, organisation, () => false, before)
    if (await isDone(organisation))
      throw new Error('The server reminded people before the drill asked it to: run it again.')
    const memory = { before: server.residentMemory(), most: 0 }
    const begun = performance.now()
    await queue.send('remind-of-deadlines')
    let isOver = false
    const [beside, changes, locks] = await Promise.all([
      read(server.url, organisation, () => isOver, patience),
      changeProfiles(server.url, organisation, () => isOver),
      watchLocks(
        organisation,
        () => isOver,
        () => {
          memory.most = Math.max(memory.most, server.residentMemory() ?? 0)
        },
      ),
      whenDone(organisation).finally(() => {
        isOver = true
      }),
    ])
    const seconds = (performance.now() - begun) / 1000
    const counts = await told(organisation)
    const load = loadavg().map(Math.round).join(', ')

    console.log(`${values.items} open items, load ${load} on ${availableParallelism()} cores`)
    console.table({
      'people reminded': counts.people,
      'reminders of items': counts.reminders,
      'job, s (the queue takes up to 2 s to start it)': seconds.toFixed(1),
      'mails accepted by then; the rest follows': mailbox.accepted.size,
      'server, MiB resident before': memory.before?.toFixed(0) ?? '?',
      'server, MiB resident at most while it works': memory.most.toFixed(0),
      'longest lock of a transaction of the job, ms': locks.toFixed(0),
      'longest change of a profile meanwhile, ms': Math.max(...changes).toFixed(0),
      'lists alone, p50 / p99 ms': `${at(alone, 0.5)} / ${at(alone, 0.99)} (${alone.length})`,
      'lists beside the job, p50 / p99 ms': `${at(beside, 0.5)} / ${at(beside, 0.99)} (${beside.length})`,
      'ratio of p99': (percentile(beside, 0.99) / percentile(alone, 0.99)).toFixed(1),
    })
    await organisation.verify()
  })
}

/** Received protocols of two items each, due between 20 days ago and in 10 days; most have a responsible person. */
async function addOpenItems({ query }: Organisation, items: number) {
  await query(`
    insert into protocols (
      origin_department_id, destination_department_id, requires_return, remarks, created_by, created_at, status,
      received_at, received_by
    )
    select o.department_id, d.department_id, true, 'Contratos para assinatura', o.id,
      now() - interval '30 days' - n * interval '1 second', 'Em andamento', now() - interval '30 days', d.id
    from generate_series(1, ${items / 2}) n
    join users o on o.id = 1 + n * 7919 % 1900 join users d on d.id = 1 + n * 7907 % 1900`)
  await query(`
    insert into items (protocol_id, position, document_number, item_type_id, responsible_id, reason, return_date)
    select p.id, position, 'M-' || p.id || '/' || position, 1, case when p.id % 3 > 0 then p.received_by end, 'Assinar',
      current_date - 20 + (p.id * 31 + position) % 31
    from protocols p, generate_series(1, 2) position
    where not exists (select from items where protocol_id = p.id)`)
  await query('vacuum (analyze)')
}

/** Reads lists with a few clients; milliseconds of each. */
async function read(url: string, { leaders }: Organisation, isOver: () => boolean, seconds: number): Promise<number[]> {
  const end = performance.now() + seconds * 1000
  const times: number[] = []
  const one = async (index: number) => {
    for (let n = index; performance.now() < end && !isOver(); n += readers) {
      const path = ['/api/protocols', '/api/returns', '/api/dashboard/today'][n % 3]
      const begun = performance.now()
      const reply = await fetch(`${url}${path}`, {
        headers: { authorization: `Bearer ${leaders[n % leaders.length]?.token}` },
      })
      await reply.arrayBuffer()
      if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: readers }, (_, index) => one(index)))
  return times
}

/** People save their profiles, which waits for the lock that the job holds on them; milliseconds of each. */
async function changeProfiles(url: string, { leaders }: Organisation, isOver: () => boolean): Promise<number[]> {
  const times = [0]
  for (let n = 0; !isOver(); n += 1) {
    const begun = performance.now()
    const reply = await fetch(`${url}/api/auth/profile`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${leaders[n % leaders.length]?.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ phone: `(11) 4000-${String(n % 10_000).padStart(4, '0')}` }),
    })
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`profile: ${reply.status}`)
    times.push(performance.now() - begun)
    await wait(50)
  }
  return times
}

/** The longest that a transaction which has locked people was seen open, in milliseconds. */
async function watchLocks({ query }: Organisation, isOver: () => boolean, look: () => void): Promise<number> {
  let longest = 0
  while (!isOver()) {
    const [row] = await query<{ ms: number | null }>(`
      select max(extract(epoch from clock_timestamp() - a.xact_start) * 1000)::float8 as ms
      from pg_locks l join pg_stat_activity a using (pid)
      where l.relation = 'item_reminders'::regclass and l.mode = 'RowExclusiveLock'`)
    longest = Math.max(longest, row?.ms ?? 0)
    look()
    await wait(pause)
  }
  return longest
}

const isDone = async ({ query }: Organisation) => (await query('select from reminder_days')).length > 0

async function whenDone(organisation: Organisation) {
  for (const end = Date.now() + patience * 1000; Date.now() < end; await wait(100))
    if (await isDone(organisation)) return
  throw new Error('The job did not end. Is today a working day in UTC?')
}

async function told({ query }: Organisation) {
  const [row] = await query<{ people: number; reminders: number }>(
    'select count(distinct user_id)::int as people, count(*)::int as reminders from item_reminders',
  )
  return row ?? { people: 0, reminders: 0 }
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

const at = (times: readonly number[], share: number) => percentile(times, share).toFixed(0)
