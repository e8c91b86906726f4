import { setTimeout as pause } from 'node:timers/promises'
import { openMany, openStream, signInMany } from './live-streams.ts'
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
