import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'

/** A free port of this machine. */
export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })

/** Waits until the program responds; fails at once if it ends before. */
export async function untilAnswers(child: ChildProcess, address: string): Promise<void> {
  while (child.exitCode === null) {
    const isReady = await fetch(address).then(
      (reply) => reply.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the server ended with code ${child.exitCode} before it answered`)
}
