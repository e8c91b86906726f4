import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Above 10080, which browsers refuse, and below the ports that systems give to outgoing connections and to port 0. */
const [first, end] = [10_081, 32_000]

/** Each worker of Vitest or Playwright has a share of its own: what one has been given, no other takes before it is used. */
const shares = 8
const size = Math.floor((end - first) / shares)
const share = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % shares

const given = new Set<number>()

/** A free port of this machine, given once. */
export async function freePort(): Promise<number> {
  const port = first + share * size + randomInt(size)
  if (given.has(port)) return freePort()
  given.add(port)
  return (await isFree(port)) ? port : freePort()
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
