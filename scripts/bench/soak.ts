import { type Call, load } from './load.ts'
import { judge, type Row } from './report.ts'
import { inTurn, type Stage } from './stage.ts'

/** `memory` in MiB; `seconds` of load after which the bar is checked. */
// proves 16.8
const bar = { memory: 250, seconds: 600, flat: 1.15 }

const visited = [
  ...['/api/protocols', '/api/protocols?page=7', '/api/protocols?status=Pendente', '/api/protocols?search=contrato'],
  ...[
    '/api/departments',
    '/api/item-types',
    '/api/categories',
    '/api/suppliers?page=2',
    '/api/dashboard/stats?period=month',
  ],
  ...['/api/dashboard/activities', '/api/returns', '/api/reports?period=month&type=status'],
]

/** Requests one page after the other, each time as another user. */
export function lookingAround(stage: Stage): () => Call {
  const path = inTurn(visited)
  return () => ({ path: path(), token: stage.anyone().token })
}

/** Reads pages on fifty connections while the product's memory is measured. */
export async function soak(stage: Stage, seconds: number): Promise<Row> {
  const samples: number[] = []
  const watch = setInterval(() => samples.push(stage.product.residentMemory() ?? 0), 500)
  const ours = await load(stage.product, 50, { seconds }, lookingAround(stage))
  clearInterval(watch)
  const most = Math.max(...samples)
  const third = Math.max(1, Math.floor(samples.length / 3))
  const growth = mean(samples.slice(-third)) / mean(samples.slice(third, 2 * third))
  const isLong = seconds >= bar.seconds
  return {
    what: `memory under 50 connections, ${seconds} s`,
    ours,
    result: `${most.toFixed(0)} MiB, last third ${growth.toFixed(2)}x the one before`,
    bar: `≤ ${bar.memory} MiB, flat, 10 min`,
    verdict: isLong || most > bar.memory ? judge(most <= bar.memory && growth <= bar.flat) : 'not measured',
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
