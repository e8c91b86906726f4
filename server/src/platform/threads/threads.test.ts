import { setTimeout as pause } from 'node:timers/promises'
import { errors } from '@malote/core/shared/errors.ts'
import { afterEach, expect, it } from 'vitest'
import type { compute, sayThread } from './threads.fixture.ts'
import { openThreads, type Threads } from './threads.ts'

const fixture = new URL('./threads.fixture.ts', import.meta.url)
const opened: Threads[] = []

function open(limits: Parameters<typeof openThreads>[1] = {}) {
  const threads = openThreads(console.error, { threads: 1, ...limits })
  opened.push(threads)
  const { run, close } = threads
  return {
    close,
    say: (word: string) => run<typeof sayThread>(fixture, 'sayThread', word).then(String),
    compute: (ms: number, signal?: AbortSignal) => run<typeof compute>(fixture, 'compute', ms, signal).then(String),
    fail: (name: 'refuse' | 'die' | 'devour') => run(fixture, name, undefined as never).then(String),
  }
}

afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
})

it('works in a thread of its own', async () => {
  const { say } = open()
  expect(await say('made')).toBe('made in a thread')
})

it('leaves the event loop to others while it works', async () => {
  const { say, compute } = open()
  await say('ready')
  let turns = 0
  const ticking = setInterval(() => {
    turns += 1
  }, 10)
  const end = new AbortController()
  let isDone = false
  const work = compute(50_000, end.signal).finally(() => {
    isDone = true
  })
  const ended = Promise.allSettled([work])
  await expect.poll(() => turns).toBeGreaterThan(10)
  expect(isDone).toBe(false)
  clearInterval(ticking)
  end.abort()
  expect(await ended).toMatchObject([{ status: 'rejected' }])
})

it('hands an error on', async () => {
  const { fail, say } = open()
  await expect(fail('refuse')).rejects.toThrow('no such picture')
  expect(await say('again')).toBe('again in a thread')
})

it.each(['die', 'devour'] as const)('replaces a thread that could not go on (%s), also for who waits', async (how) => {
  const { fail, say } = open({ memory: 64 })
  const [died, waited] = await Promise.allSettled([fail(how), say('waited')])
  expect(died.status).toBe('rejected')
  expect(waited).toEqual({ status: 'fulfilled', value: 'waited in a thread' })
})

it('ends what nobody waits for any more, and goes on with the next', async () => {
  const { say, compute } = open()
  await say('ready')
  const [running, waiting] = [new AbortController(), new AbortController()]
  const works = [compute(60_000, running.signal), compute(60_000, waiting.signal)]
  const next = say('next')
  await pause(50)
  waiting.abort()
  running.abort()
  expect((await Promise.allSettled(works)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await next).toBe('next in a thread')
})

// proves V15.1.3
it('refuses work when too much waits', async () => {
  const { say, compute } = open({ waiting: 2 })
  await say('ready')
  const works = [compute(200), compute(1), compute(1)]
  await expect(compute(1)).rejects.toThrow(errors.OVERLOADED.message)
  expect(await Promise.all(works)).toEqual(['done', 'done', 'done'])
  expect(await compute(1)).toBe('done')
})

// proves V15.2.2
it('ends a thread that takes too long', async () => {
  const { compute, say } = open({ ms: 3_000 })
  await expect(compute(60_000)).rejects.toThrow(errors.OVERLOADED.message)
  // It is made anew, which a busy machine may not do in that time.
  await expect.poll(() => say('next').catch(String)).toBe('next in a thread')
})

it('ends also what works when it is closed', async () => {
  const { close, say, compute } = open()
  await say('ready')
  const work = compute(60_000).catch(String)
  await close()
  expect(await work).toContain('Terminating')
})
