import { randomBytes } from 'node:crypto'
import { sessionEnd, tokenHash } from '../../server/src/platform/http/auth.ts'
import { type Call, load } from './load.ts'
import { creation } from './new-protocol.ts'
import { judge, type Row } from './report.ts'
import { inTurn, type Stage } from './stage.ts'

/** MiB by which the product may grow above its memory right after the start. */
const bars = { exports: 100, imports: 60 }

/** Rows of the longest export, and lines of the longest import. */
const size = { export: 500_000, import: 20_000 }

/** Measures the server's memory during long exports and imports, one after the other. */
export async function memoryBars(stage: Stage): Promise<Row[]> {
  const token = await signInAdmin(stage)
  return [await importing(stage, token), await exporting(stage, token)]
}

/** Imports the same suppliers ten times with other names: memory must not grow from one import to the next. */
async function importing({ product }: Stage, token: string): Promise<Row> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
  const post = (path: string, body: string) => fetch(product.url + path, { method: 'POST', headers, body })
  const seconds: number[] = []
  const { growth, halves } = await watched(product, async () => {
    for (let round = 1; round <= 10; round += 1) {
      const file = suppliers(round)
      const start = performance.now()
      const preview = (await (await post('/api/import/suppliers/preview', file)).json()) as { token: string }
      const answer = await (await post(`/api/import/suppliers?token=${preview.token}`, file)).text()
      if (!answer.includes('"done"')) throw new Error(`the import failed: ${answer.slice(-200)}`)
      seconds.push((performance.now() - start) / 1000)
    }
  })
  const slowest = Math.max(...seconds).toFixed(1)
  return {
    what: `import of ${size.import.toLocaleString('en')} suppliers, ten times; slowest ${slowest} s`,
    result: `+${growth.toFixed(0)} MiB, second half ${halves.toFixed(2)}x the first`,
    bar: `≤ ${bars.imports} MiB, flat`,
    verdict: judge(growth <= bars.imports && halves <= 1.15),
  }
}

const suppliers = (round: number) =>
  [
    'CNPJ;Razão Social;UF;Cidade',
    ...Array.from({ length: size.import }, (_, n) => {
      const cnpj = `9${String(n).padStart(11, '0')}00`
      return `${cnpj};Fornecedor número ${n} Ltda ${round};SP;São José dos Campos`
    }),
  ].join('\n')

async function exporting({ product }: Stage, token: string): Promise<Row> {
  let rows = 0
  const start = performance.now()
  const { growth } = await watched(product, async () => {
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await fetch(`${product.url}/api/returns/export?status=all`, { headers })
    for await (const chunk of body ?? []) for (const byte of chunk) rows += byte === newLine ? 1 : 0
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  return {
    // proves 16.8
    what: `export of ${rows.toLocaleString('en')} returns, ${seconds} s`,
    result: `+${growth.toFixed(0)} MiB`,
    bar: `≤ ${bars.exports} MiB`,
    verdict: rows >= size.export || growth > bars.exports ? judge(growth <= bars.exports) : 'not measured',
  }
}

const newLine = 10

/** Largest growth of the product in MiB, and the ratio of the second half of the time to the first. */
async function watched({ residentMemory }: Stage['product'], work: () => Promise<void>) {
  const idle = residentMemory() ?? Number.NaN
  const samples: number[] = []
  const watch = setInterval(() => samples.push(residentMemory() ?? Number.NaN), 100)
  await work()
  clearInterval(watch)
  const middle = samples.length >> 1
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return { growth: Math.max(...samples) - idle, halves: mean(samples.slice(middle)) / mean(samples.slice(0, middle)) }
}

/** Signs in an Admin, who sees everything. */
async function signInAdmin({ query }: Stage): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await query(
    `insert into sessions (user_id, token_hash, remember, expires_at)
     select id, $1, true, $2 from users where role = 'Admin' and is_active order by id limit 1`,
    [tokenHash(token), new Date(sessionEnd({ remember: true, openedAt: Date.now() }, new Date()))],
  )
  return token
}

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
function lookingAround(stage: Stage): () => Call {
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

/** `p99` in milliseconds, `memory` in MiB. */
// proves 16.14
const barsOfCrowd = { p99: 1_500, memory: 300 }

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
      bar: `no error, p99 ≤ ${barsOfCrowd.p99} ms`,
      verdict: judge(ours.refused === 0 && ours.p99 <= barsOfCrowd.p99),
    },
    {
      what: `memory under ${count} connections`,
      result: `${most.toFixed(0)} MiB`,
      bar: `≤ ${barsOfCrowd.memory} MiB`,
      verdict: judge(most <= barsOfCrowd.memory),
    },
  ]
}
