import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { hashPassword } from '../../server/src/features/auth/password.ts'
import { sessionEnd, tokenHash } from '../../server/src/platform/http/auth.ts'
import { abuses, type Victims } from './abuses.ts'
import { judge, milliseconds, type Row, times } from './report.ts'
import type { Server } from './servers.ts'
import type { SignedIn, Stage } from './stage.ts'

/** `factor`: what a colleague waits beside an abuser, to alone; on a shared machine more, or so many milliseconds. */
// proves 16.16
const bars = { factor: 3, shared: { factor: 5, milliseconds: 500 }, memory: 400 }

const password = 'uma frase que ninguém adivinha'

/** p95 of what a colleague waits for, in milliseconds. */
type Waits = Record<'list' | 'comment' | 'signIn', number>

/** Measures what a colleague waits beside one person who abuses each of the ways to make others wait. */
export async function abuserBars(stage: Stage, seconds: number): Promise<Row[]> {
  // Behind a proxy, as in production: the two have addresses of their own. Nobody's limits are lifted.
  const product = await stage.startProduct({ FAIR_USE_FACTOR: '1', TRUST_PROXY: '127.0.0.1' })
  const isShared = (loadavg()[0] ?? 0) > 1
  const [abuser, colleague] = [...stage.leaders.values()].slice(-2) as [SignedIn, SignedIn]
  await stage.query('update users set password_hash = $1 where id = any($2)', [
    await hashPassword(password),
    [abuser.id, colleague.id],
  ])
  const failures: string[] = []
  const waits = () => waitsOf(stage, product, colleague, seconds, failures)
  try {
    await waits()
    const rows: Row[] = []
    const victims = await prepare(stage, product, abuser)
    for (const { what } of abuses(victims)) {
      // Right before, so that what else the machine does is the same for both.
      const alone = await waits()
      const abusing = new Worker(new URL('./abuses.ts', import.meta.url), { workerData: { abuse: what, victims } })
      await pause(1_500)
      const used = product.processorClock()
      const beside = await waits()
      const processor = used() / seconds
      await abusing.terminate()
      await pause(1_000)
      const isMet = (name: keyof Waits) => {
        const factor = beside[name] / alone[name]
        if (factor <= bars.factor) return true
        return isShared && (factor <= bars.shared.factor || beside[name] <= bars.shared.milliseconds)
      }
      const names = Object.keys(alone) as (keyof Waits)[]
      rows.push({
        what: `beside ${what}: a colleague's list, comment, sign-in (p95)`,
        result: `${names.map((name) => `${milliseconds(beside[name])}, ${times(beside[name] / alone[name])}`).join('; ')}; main thread and database ${milliseconds(processor)} a second; ${product.residentMemory()?.toFixed(0)} MiB`,
        bar: isShared ? `≤ ${bars.shared.factor}x or ${bars.shared.milliseconds} ms (shared)` : `≤ ${bars.factor}x`,
        verdict: judge(names.every(isMet)),
      })
    }
    const memory = product.peakMemory() ?? Number.NaN
    return [
      ...rows,
      {
        what: 'beside all of these: failures of the server (5xx) that the colleague met; memory',
        result: `${failures.join(', ') || 'none'}; ${memory.toFixed(0)} MiB`,
        bar: `none; ≤ ${bars.memory} MiB`,
        verdict: judge(failures.length === 0 && !(memory > bars.memory)),
      },
    ]
  } finally {
    await product.stop()
  }
}

async function waitsOf(
  stage: Stage,
  { url }: Server,
  { token, departmentId, id }: SignedIn,
  seconds: number,
  failures: string[],
): Promise<Waits> {
  const protocols = await stage.query<{ id: number }>(
    `select p.id from protocols p join protocol_departments d on d.protocol_id = p.id
     where d.department_id = $1 and p.status <> 'Cancelado' order by random() limit 500`,
    [departmentId],
  )
  const [person] = await stage.query<{ email: string }>('select email from users where id = $1', [id])
  const headers = (forwarded: string) => ({ ...json, authorization: `Bearer ${token}`, 'x-forwarded-for': forwarded })
  let turn = 0
  const calls: Record<keyof Waits, () => Promise<Response>> = {
    list: () => fetch(`${url}/api/protocols?page=1`, { headers: headers('198.51.100.7') }),
    comment: () => {
      turn += 1
      return fetch(`${url}/api/protocols/${protocols[turn % protocols.length]?.id}/comments`, {
        ...{ method: 'POST', headers: headers('198.51.100.7'), body: JSON.stringify({ text: 'Recebido' }) },
      })
    },
    signIn: () =>
      fetch(`${url}/api/auth/login`, {
        ...{ method: 'POST', headers: { ...json, 'x-forwarded-for': '198.51.100.7' } },
        body: JSON.stringify({ email: person?.email, password }),
      }),
  }
  const measured: Record<keyof Waits, number[]> = { list: [], comment: [], signIn: [] }
  const end = performance.now() + seconds * 1000
  const work = async (name: keyof Waits, rest: number) => {
    while (performance.now() < end) {
      const start = performance.now()
      const answer = await calls[name]()
      const text = await answer.text()
      measured[name].push(performance.now() - start)
      if (answer.status >= 500) failures.push(`${name} ${answer.status} ${text}`)
      await pause(rest)
    }
  }
  await stage.query('delete from login_throttle')
  // As a person works, not as fast as possible; sign-ins within what one account may.
  await Promise.all([work('list', 20), work('comment', 50), work('signIn', 300)])
  const p95 = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN
  return { list: p95(measured.list), comment: p95(measured.comment), signIn: p95(measured.signIn) }
}

const json = { 'content-type': 'application/json' }

/** Makes what the abuser needs. */
async function prepare(stage: Stage, { url }: Server, { id, departmentId, token }: SignedIn): Promise<Victims> {
  const protocols = await stage.query<{ id: number }>(
    `select p.id from protocols p join protocol_departments d on d.protocol_id = p.id
     where d.department_id = $1 and p.status <> 'Cancelado' order by p.id desc limit 200`,
    [departmentId],
  )
  const [crowded = 0, ...others] = protocols.map((one) => one.id)
  await stage.query(
    `insert into comments (protocol_id, text, created_by) select $1, repeat('ç', 5000), $2 from generate_series(1, 2001)`,
    [crowded, id],
  )
  const [person] = await stage.query<{ email: string }>('select email from users where id = $1', [id])
  const [type] = await stage.query<{ id: number }>('select id from item_types order by id limit 1')
  const sessions = Array.from({ length: 505 }, () => randomBytes(32).toString('base64url'))
  const expiresAt = new Date(sessionEnd({ remember: true, openedAt: Date.now() }, new Date()))
  await stage.query(
    'insert into sessions (user_id, token_hash, remember, expires_at) select $1, hash, true, $3 from unnest($2::bytea[]) hash',
    [id, sessions.map(tokenHash), expiresAt],
  )
  const destinations = [...stage.leaders.keys()].filter((one) => one !== departmentId).slice(0, 20)
  return {
    ...{ url, token, email: person?.email ?? '', password, departmentId, sessions, crowded, others },
    ...{ destinations, itemTypeId: type?.id ?? 0 },
  }
}
