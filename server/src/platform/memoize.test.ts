import { expect, it, vi } from 'vitest'
import { memoize } from './memoize.ts'

it('makes a thing once, however many ask for it at once and later', async () => {
  const make = vi.fn(async () => ({}))
  const get = memoize(make)
  const [one, other] = await Promise.all([get(), get()])
  expect([other, await get()]).toEqual([one, one])
  expect(make).toHaveBeenCalledTimes(1)
})

it('does not keep a failure', async () => {
  const make = vi.fn(async () => 'feito').mockRejectedValueOnce(new Error('falhou'))
  const get = memoize(make)
  expect((await Promise.allSettled([get(), get()])).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(make).toHaveBeenCalledTimes(1)
  expect(await get()).toBe('feito')
})
