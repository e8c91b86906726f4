import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildUser } from '../../test/builders.ts'
import { openTurns } from './turns.ts'

describe('a person who asks too much', () => {
  // A hundredth of the usual limits: 30 searches and 30 writes a minute.
  const config = { FAIR_USE_FACTOR: 0.01 }

  // proves 18.43, V2.4.1
  it.each([
    ['searches', 'GET', '/api/search?q=a'],
    ['lists by a search', 'GET', '/api/protocols?search=a'],
    ['writes', 'POST', '/api/protocols/2147483647/receive'],
  ] as const)('%s hears when to go on, and others are not concerned', async (_what, method, url) => {
    const { app, db, tokenOf } = await testApp({ config })
    const [greedy, other] = [await tokenOf(await buildUser(db)), await tokenOf(await buildUser(db))]
    const ask = async (token: string) => app.inject({ method, url, headers: { authorization: `Bearer ${token}` } })
    for (let count = 0; count < 30; count += 1) expect((await ask(greedy)).statusCode).not.toBe(429)
    const refused = await ask(greedy)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.stringMatching(/Aguarde/) })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(other)).statusCode).not.toBe(429)
    const read = await app.inject({ url: '/api/departments', headers: { authorization: `Bearer ${greedy}` } })
    expect(read.statusCode).toBe(200)
  })
})

// proves 18.43, V15.2.2
it('makes a few exports of one person at a time, and refuses more than can wait', async () => {
  const { db, as } = await testApp()
  const person = as(await buildUser(db))
  const replies = await Promise.all(Array.from({ length: 14 }, () => person.get('/api/returns/export')))
  const statuses = replies.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10)
  const refused = replies.filter(({ status }) => status !== 200)
  for (const { status, body, headers } of refused) {
    expect([status, body.code]).toEqual([429, 'TOO_MANY_EXPORTS'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await person.get('/api/returns/export')).status).toBe(200)
})

describe('turns', () => {
  const never = new AbortController().signal

  it('run so many at once per person, and the others in order', async () => {
    const { take } = openTurns({ atOnce: 2, mostWaiting: 3 })
    const started: number[] = []
    const turns = [1, 2, 3, 4].map((n) => {
      const turn = take(1, never)
      void turn?.then(() => started.push(n))
      return turn
    })
    await pause()
    expect(started).toEqual([1, 2])
    expect(await take(2, never)).toBeTypeOf('function')
    ;(await turns[0])?.()
    await pause()
    expect(started).toEqual([1, 2, 3])
    ;(await turns[1])?.()
    await pause()
    expect(started).toEqual([1, 2, 3, 4])
  })

  it('refuse when too many wait', async () => {
    const { take } = openTurns({ atOnce: 1, mostWaiting: 1 })
    await take(1, never)
    void take(1, never)
    expect(take(1, never)).toBeUndefined()
  })

  it('forget one that gave up', async () => {
    const { take } = openTurns({ atOnce: 1, mostWaiting: 1 })
    const end = await take(1, never)
    const hanging = new AbortController()
    const waiting = take(1, hanging.signal)
    hanging.abort()
    await expect(waiting).rejects.toThrow()
    end?.()
    expect(await take(1, never)).toBeTypeOf('function')
  })
})
