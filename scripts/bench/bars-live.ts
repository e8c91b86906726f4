import { randomBytes } from 'node:crypto'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { get as getOverTls } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { eventsPath } from '@malote/core/live/event.ts'
import { sessionEnd, tokenHash } from '../../server/src/platform/http/auth.ts'
import { measured } from './load.ts'
import { judge, milliseconds, percent, type Row, ratioOf, summary } from './report.ts'
import { alternate, ofProduct, type Thoroughness } from './rounds.ts'
import type { Server } from './servers.ts'
import type { Stage } from './stage.ts'

/**
 * `list`: share of the list's throughput that remains beside the streams. `heard`: p99 of the milliseconds until
 * another user's stream has the event.
 */
// proves 16.11
const bars = { list: 0.9, heard: 2_000 }

/** Number of event streams, each of another user, and of timed acts. */
const size = { streams: 1_000, acts: 200 }

/** Measures what open screens cost, and how soon they get the event of another user's change. */
export async function liveBars(stage: Stage, thoroughness: Thoroughness): Promise<Row[]> {
  const listening = await besideStreams(stage, thoroughness)
  const one = await heard(stage, stage.product, 'one instance')
  const second = await stage.startProduct()
  const two = await heard(stage, second, 'two instances')
  await second.stop()
  return [...listening, one, two]
}

async function besideStreams(stage: Stage, thoroughness: Thoroughness): Promise<Row[]> {
  const { product } = stage
  const tokens = await signInMany(stage, size.streams)
  const list = ofProduct(stage, thoroughness, () => ({ path: '/api/protocols?page=1', token: stage.anyone().token }))
  const perStream: number[] = []
  const beside = async () => {
    const before = product.residentMemory() ?? Number.NaN
    const streams = await openMany(product.url, tokens)
    await pause(1_000)
    perStream.push((((product.residentMemory() ?? Number.NaN) - before) * 1024) / size.streams)
    const measurement = await list()
    for (const { close } of streams) close()
    await pause(500)
    return measurement
  }
  const { alone, listened } = await alternate(thoroughness.rounds, { alone: list, listened: beside })
  const share = ratioOf(listened, alone)
  const count = size.streams.toLocaleString('en')
  return [
    {
      what: `list page 1 beside ${count} event streams, to none`,
      ours: summary(listened),
      floor: summary(alone),
      result: percent(share),
      bar: `≥ ${percent(bars.list)}`,
      verdict: judge(share >= bars.list),
    },
    {
      what: `memory of an event stream, of ${count}, when first opened`,
      result: `${perStream[0]?.toFixed(0)} KiB`,
      verdict: '',
    },
  ]
}

/** One user comments, another one listens; measures from before the request until the event arrives. */
async function heard(stage: Stage, hearing: Server, where: string): Promise<Row> {
  const { departmentId, token } = stage.anyone()
  const [row] = await stage.query<{ id: number; other: number }>(
    `select p.id, case when p.origin_department_id = $1 then p.destination_department_id else p.origin_department_id end as other
     from protocols p
     where p.id in (select protocol_id from protocol_departments where department_id = $1 order by created_at desc limit 200)
       and p.origin_department_id <> p.destination_department_id and p.status <> 'Cancelado' limit 1`,
    [departmentId],
  )
  const other = row && stage.leaders.get(row.other)
  if (!row || !other) throw new Error('no protocol between two departments')
  const stream = await openStream(hearing.url, other.token)
  let hear = () => {}
  stream.onText((text) => {
    if (text.includes(`"id":${row.id}`)) hear()
  })
  const delays: number[] = []
  for (let act = 0; act < size.acts; act += 1) {
    const isHeard = new Promise<void>((resolve) => {
      hear = resolve
    })
    const start = performance.now()
    const { status } = await fetch(`${stage.product.url}/api/protocols/${row.id}/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: `Comentário ${act}` }),
    })
    if (status !== 201) throw new Error(`the comment was refused: ${status}`)
    await isHeard
    delays.push(performance.now() - start)
    // At a random moment between two polls of the server.
    await pause(50 + Math.random() * 200)
  }
  stream.close()
  const { p50, p99 } = measured(delays, 1)
  return {
    what: `an act is heard by another person, ${where}, ${size.acts} acts`,
    result: `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`,
    bar: `p99 ≤ ${milliseconds(bars.heard)}`,
    verdict: judge(p99 <= bars.heard),
  }
}

/** An open event stream; on a connection of its own, as a browser has it. */
interface OpenStream {
  onText: (hear: (text: string) => void) => void
  close: () => void
}

export function openStream(url: string, token: string): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const request: ClientRequest = (url.startsWith('https:') ? getOverTls : get)(
      `${url}${eventsPath}`,
      { agent: false, headers: { authorization: `Bearer ${token}` } },
      (answer: IncomingMessage) => {
        if (answer.statusCode !== 200) return reject(new Error(`${eventsPath}: ${answer.statusCode}`))
        answer.setEncoding('utf8').on('error', () => {})
        answer.resume()
        resolve({
          onText: (hear) => {
            answer.on('data', hear)
          },
          close: () => request.destroy(),
        })
      },
    )
    request.on('error', reject)
  })
}

/** Sessions of that many different people, in turn. */
async function signInMany({ query }: Stage, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  await query(
    `insert into sessions (user_id, token_hash, remember, expires_at)
     select people.ids[1 + (place - 1) % cardinality(people.ids)], hash, true, $2
     from unnest($1::bytea[]) with ordinality token (hash, place),
       (select array_agg(id order by id) as ids from users where is_active) people`,
    [tokens.map(tokenHash), new Date(sessionEnd({ remember: true, openedAt: Date.now() }, new Date()))],
  )
  return tokens
}

/** Opens them fifty at a time. */
async function openMany(url: string, tokens: readonly string[]): Promise<OpenStream[]> {
  const streams: OpenStream[] = []
  for (let at = 0; at < tokens.length; at += 50) {
    streams.push(...(await Promise.all(tokens.slice(at, at + 50).map((token) => openStream(url, token)))))
  }
  return streams
}
