import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A free port of this machine, below those that systems give to outgoing connections and to port 0, so that nothing takes
 * it before the caller does.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000)
  return (await isFree(port)) ? port : freePort()
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
