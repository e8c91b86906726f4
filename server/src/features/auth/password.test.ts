import { availableParallelism } from 'node:os'
import { setImmediate as breathe } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'

// proves 18.43
it('many who sign in at once leave a processor to everybody else', async () => {
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await breathe()
    running -= 1
  }
  vi.resetModules()
  vi.doMock('@node-rs/argon2', () => ({ hash: work, hashRaw: work, verify: work }))
  const { hashPassword, hashWithSalt, isPassword } = await import('./password.ts')
  const hashing = [() => hashPassword('a'), () => isPassword('a', 'b'), () => hashWithSalt('a', Buffer.alloc(32))]
  await Promise.all(Array.from({ length: availableParallelism() + 2 }, () => hashing.map((hash) => hash())).flat())
  expect(most).toBe(Math.max(1, availableParallelism() - 1))
})
