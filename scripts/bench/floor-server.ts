// The floor: a bare Fastify route, and a bare loop over the driver, that run the product's own SQL without sign-in,
// permission, validation or encoding. It runs in its own process, as the product does.
import { randomInt, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import type pg from 'pg'
import { openPool } from '../../server/src/platform/db/connect.ts'
import { measured } from './load.ts'
import { freshHole, idHole, numberHole, type Statement } from './record.ts'

/** The variants of a request, by name: each has one or a few statements, run singly or in one transaction. */
export type Plans = Record<string, { isTransaction: boolean; variants: Statement[][] }>

const plans = JSON.parse(readFileSync(process.env.PLANS ?? '', 'utf8'), withBuffers) as Plans
const pool = openPool(process.env.DATABASE_URL ?? '')
const app = fastify()

app.get('/ready', () => ({ status: 'ok' }))

app.get<{ Params: { plan: string; variant: string } }>('/run/:plan/:variant', ({ params }) =>
  run(params.plan, Number(params.variant)),
)

app.get<{ Params: { plan: string }; Querystring: { seconds: string; connections: string } }>(
  '/loop/:plan',
  async ({ params, query }) => {
    const seconds = Number(query.seconds)
    const end = performance.now() + seconds * 1000
    const latencies: number[] = []
    let turn = 0
    const worker = async () => {
      while (performance.now() < end) {
        const start = performance.now()
        turn += 1
        await run(params.plan, turn)
        latencies.push(performance.now() - start)
      }
    }
    await Promise.all(Array.from({ length: Number(query.connections) }, worker))
    return measured(latencies, seconds)
  },
)

/** Restores a Buffer, which JSON writes as its type and its bytes. */
function withBuffers(_key: string, value: unknown): unknown {
  const isBuffer =
    typeof value === 'object' && value !== null && 'data' in value && 'type' in value && value.type === 'Buffer'
  return isBuffer ? Buffer.from(value.data as number[]) : value
}

async function run(name: string, variant: number) {
  const plan = plans[name]
  const statements = plan?.variants[variant % plan.variants.length] ?? []
  return plan?.isTransaction ? inTransaction(statements) : inTurn(pool, statements)
}

async function inTransaction(statements: readonly Statement[]) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const row = await inTurn(client, statements)
    await client.query('commit')
    return row
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** The first statement inserts the row whose id the others use. */
async function inTurn(client: pg.Pool | pg.PoolClient, statements: readonly Statement[]) {
  let id: number | undefined
  let row: { id?: number } | undefined
  for (const { sql, parameters } of statements) {
    const filled = parameters.map((value) => {
      if (value === idHole) return id
      if (value === freshHole) return randomUUID()
      if (typeof value !== 'string') return value
      return value.replaceAll(idHole, String(id)).replaceAll(numberHole, () => String(randomInt(100_000, 1_000_000)))
    })
    row = (await client.query<{ id?: number }>(sql, filled)).rows[0]
    id ??= row?.id
  }
  return row
}

await app.listen({ port: Number(process.env.PORT) })
process.once('SIGTERM', () => app.close().then(() => pool.end()))
