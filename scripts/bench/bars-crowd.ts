import { lookingAround } from './bars-memory.ts'
import { load } from './load.ts'
import { creation } from './new-protocol.ts'
import { judge, type Row } from './report.ts'
import type { Stage } from './stage.ts'

/** `p99` in milliseconds, `memory` in MiB. */
// proves 16.14
const bars = { p99: 1_500, memory: 300 }

const connections = 1_000

/** One request in this many creates a protocol. */
const creates = 20

/** Measures a thousand concurrent users, most of whom read while some write. */
export async function crowdBars(stage: Stage, seconds: number): Promise<Row[]> {
  const look = lookingAround(stage)
  let turn = 0
  const next = () => {
    turn += 1
    return turn % creates === 0 ? creation(stage) : look()
  }
  const samples: number[] = []
  const watch = setInterval(() => samples.push(stage.product.residentMemory() ?? 0), 200)
  const ours = await load(stage.product, connections, { seconds }, next)
  clearInterval(watch)
  const most = Math.max(...samples)
  const count = connections.toLocaleString('en')
  return [
    {
      what: `${count} connections, one request in ${creates} creates, ${seconds} s`,
      ours,
      result: `p99 ${ours.p99.toFixed(0)} ms`,
      bar: `no error, p99 ≤ ${bars.p99} ms`,
      verdict: judge(ours.refused === 0 && ours.p99 <= bars.p99),
    },
    {
      what: `memory under ${count} connections`,
      result: `${most.toFixed(0)} MiB`,
      bar: `≤ ${bars.memory} MiB`,
      verdict: judge(most <= bars.memory),
    },
  ]
}
