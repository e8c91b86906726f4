import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import underPressure from '@fastify/under-pressure'
import { AppError } from '@malote/core/shared/errors.ts'
import fastify from 'fastify'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildUser } from '../../test/builders.ts'
import { admissionPlugin } from './admission.ts'
import { errorsPlugin } from './errors.ts'
import { memoryCeilings } from './security.ts'
import { openTurns } from './turns.ts'

const app = fastify()
let held: (() => void)[] = []

await app.register(admissionPlugin, { reading: 1, writing: 1 })
const hold = () => new Promise<string>((resolve) => held.push(() => resolve('done')))
app.get('/api/held', hold)
app.post('/api/held', hold)
app.get('/api/quick', () => 'quick')
app.get('/api/long', { config: { access: 'everyone', isLong: true } }, () => 'long')
app.get('/api/broken', () => {
  throw new Error('broken')
})
await app.ready()

/** Requests of the person that the header `person` says. */
function withPeople(options = {}) {
  const people = fastify(options)
  people.decorateRequest('viewer', null as never)
  people.decorate('admitAgain', async () => {})
  people.addHook('onRequest', async (request) => {
    request.viewer = { id: Number(request.headers.person ?? 1) } as typeof request.viewer
  })
  return people
}

function letGo() {
  for (const release of held) release()
  held = []
}

afterEach(letGo)

describe('admission', () => {
  it('lets a request wait until one of those before it is done', async () => {
    const first = app.inject('/api/held').then(({ body }) => body)
    await expect.poll(() => held.length).toBe(1)
    const order: string[] = []
    const second = app.inject('/api/quick').then(({ body }) => order.push(body))
    await app.inject('/api/long')
    expect(order).toEqual([])
    letGo()
    expect(await first).toBe('done')
    await second
    expect(order).toEqual(['quick'])
  })

  it('counts readers and writers separately, and long work not at all', async () => {
    const writer = app.inject({ method: 'POST', url: '/api/held' }).then(({ body }) => body)
    await expect.poll(() => held.length).toBe(1)
    expect((await app.inject('/api/quick')).body).toBe('quick')
    expect((await app.inject('/api/long')).body).toBe('long')
    letGo()
    expect(await writer).toBe('done')
  })

  it('counts a request that reads as what it is, whatever it says that it sends', async () => {
    const first = app.inject('/api/held')
    await expect.poll(() => held.length).toBe(1)
    let isDone = false
    const second = app.inject({ url: '/api/quick', headers: { 'content-type': 'multipart/form-data' } }).then(() => {
      isDone = true
    })
    await app.inject('/api/long')
    expect(isDone).toBe(false)
    letGo()
    await Promise.all([first, second])
  })

  it('lets a person who sends many at once wait for themselves, and nobody else', async () => {
    const shared = withPeople()
    await shared.register(admissionPlugin, { reading: 6, writing: 6 })
    shared.post('/api/held', hold)
    shared.get('/api/held', hold)
    onTestFinished(() => shared.close())
    const send = (method: 'GET' | 'POST', person: string) =>
      shared.inject({ method, url: '/api/held', headers: { person } })
    const many = (['GET', 'POST'] as const).flatMap((method) => Array.from({ length: 9 }, () => send(method, '1')))
    await expect.poll(() => held.length).toBe(6)
    const others = [send('GET', '2'), send('POST', '2')]
    await expect.poll(() => held.length).toBe(8)
    expect(shared.admission()).toMatchObject({ reading: { inside: 5, waiting: 0 }, writing: { inside: 3, waiting: 0 } })
    const release = setInterval(letGo, 1)
    onTestFinished(() => clearInterval(release))
    expect((await Promise.all([...many, ...others])).map(({ body }) => body)).toEqual(Array(20).fill('done'))
    expect(shared.admission()).toMatchObject({ reading: { inside: 0 }, writing: { inside: 0 } })
  })

  it('lets a person who sends more than their turns rest for as long as each took', async () => {
    const shared = withPeople()
    await shared.register(admissionPlugin, {})
    shared.get('/api/held', hold)
    onTestFinished(() => shared.close())
    const requests = Array.from({ length: 5 }, () => shared.inject('/api/held'))
    await expect.poll(() => held.length).toBe(4)
    await pause(100)
    letGo()
    const released = performance.now()
    await expect.poll(() => held.length, { interval: 1 }).toBe(1)
    expect(performance.now() - released).toBeGreaterThan(90)
    letGo()
    await Promise.all(requests)
  })

  it('lets a person who takes large answers slowly wait for them, for a while, and nobody else', async () => {
    const begun: string[] = []
    const desk = async (sending: number) => {
      const shared = withPeople({ forceCloseConnections: true })
      await shared.register(admissionPlugin, { reading: 5, sending })
      shared.get('/api/large', async ({ headers }) => {
        begun.push(`${headers.person}`)
        return 'x'.repeat(32 * 1024 * 1024)
      })
      onTestFinished(() => shared.close())
      const { port } = new URL(await shared.listen({ port: 0, host: '127.0.0.1' }))
      const ask = (person: string) => {
        const socket = connect(Number(port), '127.0.0.1').pause()
        socket.write(`GET /api/large HTTP/1.1\r\nHost: malote\r\nPerson: ${person}\r\n\r\n`)
        return socket
      }
      return ask
    }
    const ask = await desk(60_000)
    const [first] = Array.from({ length: 6 }, () => ask('1'))
    await expect.poll(() => begun.length).toBe(4)
    ask('2')
    await expect.poll(() => begun.length).toBe(5)
    expect(begun).toEqual(['1', '1', '1', '1', '2'])
    first?.destroy()
    await expect.poll(() => begun.length).toBe(6)

    begun.length = 0
    const later = await desk(1)
    for (let count = 0; count < 6; count += 1) later('1')
    await expect.poll(() => begun.length).toBe(6)
  })

  it('lets an address without a session wait for itself, and nobody else', async () => {
    const shared = fastify({ trustProxy: true })
    await shared.register(admissionPlugin, { reading: 6, writing: 6 })
    shared.post('/api/held', hold)
    onTestFinished(() => shared.close())
    const send = (address: string) =>
      shared.inject({ method: 'POST', url: '/api/held', headers: { 'x-forwarded-for': address } })
    const many = Array.from({ length: 9 }, (_, n) => send(`2001:db8::${n}`))
    const other = send('203.0.113.9')
    await expect.poll(() => held.length).toBeGreaterThanOrEqual(3)
    expect(shared.admission().writing).toEqual({ inside: 3, waiting: 0 })
    const release = setInterval(letGo, 1)
    onTestFinished(() => clearInterval(release))
    expect((await Promise.all([...many, other])).map(({ body }) => body)).toEqual(Array(10).fill('done'))
  })

  it('begins no request whose client is gone, and lets the next one in', async () => {
    const busy = fastify()
    let begun = 0
    await busy.register(admissionPlugin, { reading: 1 })
    busy.get('/api/held', hold)
    busy.get('/api/counted', async () => {
      begun += 1
    })
    onTestFinished(() => busy.close())
    const { port } = new URL(await busy.listen({ port: 0, host: '127.0.0.1' }))
    const first = busy.inject('/api/held')
    await expect.poll(() => held.length).toBe(1)
    const gone = new Promise((resolve) => busy.server.once('connection', (socket) => socket.once('close', resolve)))
    const client = connect(Number(port), '127.0.0.1')
    client.write('GET /api/counted HTTP/1.1\r\nHost: malote\r\n\r\n')
    await expect.poll(() => busy.admission().reading.waiting).toBe(1)
    client.destroy()
    await gone
    letGo()
    await first
    expect((await busy.inject('/api/counted')).statusCode).toBe(200)
    expect(begun).toBe(1)
  })

  // proves 10.14
  it('asks again who it is when the body, or the turn, took long', async () => {
    const shared = withPeople()
    shared.addHook('onRequest', async (request, reply) => {
      if (request.url === '/api/slow') Object.defineProperty(reply, 'elapsedTime', { value: 60_000 })
    })
    shared.admitAgain = async () => {
      throw new AppError('NOT_SIGNED_IN')
    }
    await shared.register(admissionPlugin, { reading: 1, writing: 1 })
    shared.post('/api/:speed', () => 'done')
    onTestFinished(() => shared.close())
    const ask = async (speed: string) => (await shared.inject({ method: 'POST', url: `/api/${speed}` })).statusCode
    expect([await ask('quick'), await ask('slow'), await ask('quick')]).toEqual([200, 500, 200])
  })

  it('counts no request that has failed', async () => {
    for (let turn = 0; turn < 3; turn += 1) expect((await app.inject('/api/broken')).statusCode).toBe(500)
    expect((await app.inject('/api/quick')).body).toBe('quick')
  })
})

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
    const asked = await Promise.all(Array.from({ length: 30 }, () => ask(greedy)))
    expect(asked.map(({ statusCode }) => statusCode)).not.toContain(429)
    const refused = await ask(greedy)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.stringMatching(/Aguarde/) })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(other)).statusCode).not.toBe(429)
    const read = await app.inject({ url: '/api/departments', headers: { authorization: `Bearer ${greedy}` } })
    expect(read.statusCode).toBe(200)
  })

  // proves 18.43
  it('hears it before a body beyond 16 MiB a minute is read, and others are not concerned', async () => {
    const { db, as } = await testApp({ config })
    const [greedy, other] = [as(await buildUser(db)), as(await buildUser(db))]
    const junk = { items: Array(50_000).fill(0) }
    const send = async (person: typeof greedy) => (await person.post('/api/protocols', junk)).body.code
    expect([await send(greedy), await send(greedy)]).toEqual(['INVALID_INPUT', 'TOO_MANY_REQUESTS'])
    expect(await send(other)).toBe('INVALID_INPUT')
    expect((await greedy.get('/api/departments')).status).toBe(200)
  })

  // proves 18.43
  it('sends as many short bodies as all, also without saying their length', async () => {
    // Enough for one of 2 MiB, and for another one until its length is known.
    const { app, db, tokenOf } = await testApp({ config: { FAIR_USE_FACTOR: 0.15 } })
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const headers = {
      authorization: `Bearer ${await tokenOf(await buildUser(db))}`,
      'content-type': 'application/json',
    }
    const send = async (text: string) =>
      fetch(`http://127.0.0.1:${port}/api/protocols/2147483647/comments`, {
        ...{ method: 'POST', headers, body: new Blob([JSON.stringify({ text })]).stream(), duplex: 'half' },
      })
    for (let turn = 0; turn < 3; turn += 1) expect((await send('curto')).status).toBe(404)
    for (let turn = 0; turn < 2; turn += 1) expect((await send('longo'.repeat(400_000))).status).toBe(404)
    expect((await send('curto')).status).toBe(429)
    const announced = { method: 'POST', headers, body: JSON.stringify({ text: 'curto' }) }
    const said = await fetch(`http://127.0.0.1:${port}/api/protocols/2147483647/comments`, announced)
    expect(said.status).toBe(404)
  })

  it('waits longer for each refusal than for the one before', async () => {
    const { db, as } = await testApp({ config: { FAIR_USE_FACTOR: 0.05 } })
    const greedy = as(await buildUser(db))
    const ask = async () => (await greedy.post('/api/auth/proof', { currentPassword: 'errada' })).status
    expect(await ask()).toBe(400)
    const start = performance.now()
    expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual([429, 429, 429, 429])
    // Three times 50 ms, by a clock that counts whole ones.
    expect(performance.now() - start).toBeGreaterThan(140)
  })
})

// proves 18.43
it.each([
  ['POST', '/api/auth/proof', { currentPassword: 'errada' }],
  ['PUT', '/api/auth/profile', { currentPassword: 'errada', newPassword: 'girassol 64' }],
  ['POST', '/api/auth/second-step/recovery-codes', undefined],
  ['POST', '/api/auth/second-step/totp/confirm', { code: '123456' }],
  ['POST', '/api/auth/second-step/passkey', { credential: {}, name: 'X' }],
  ['DELETE', '/api/auth/second-step/methods/1', { currentPassword: 'errada' }],
] as const)('hashes a few passwords of one person a minute: %s %s', async (method, url, payload) => {
  // A fifth of the usual limit.
  const { app, db, tokenOf } = await testApp({ config: { FAIR_USE_FACTOR: 0.2 } })
  const [greedy, other] = [await tokenOf(await buildUser(db)), await tokenOf(await buildUser(db))]
  const ask = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await app.inject({ method, url, headers, ...(payload && { payload }) })).json().code
  }
  const codes = [await ask(greedy), await ask(greedy), await ask(greedy)]
  expect(codes.map((code) => code === 'TOO_MANY_REQUESTS')).toEqual([false, false, true])
  expect(await ask(other)).toBe(codes[0])
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

// proves 18.43, V15.2.2
it('draws one document of a person at a time, and nobody who reads waits for it', async () => {
  const { app, db, as } = await testApp()
  const [person, other] = [as(await buildUser(db)), as(await buildUser(db))]
  vi.spyOn(app.threads, 'run').mockImplementation(async () => Buffer.from(await hold()))
  const draw = async (by: typeof person) => (await by.get('/api/documents/labels/calibration')).status
  const drawn = [draw(person), draw(person), draw(person)]
  await expect.poll(() => held.length).toBe(1)
  drawn.push(draw(other))
  await expect.poll(() => held.length).toBe(2)
  expect(app.admission().reading.inside).toBe(0)
  const release = setInterval(letGo, 1)
  onTestFinished(() => clearInterval(release))
  expect(await Promise.all(drawn)).toEqual([200, 200, 200, 200])
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

// proves 18.45
it.each([
  ['its own heap', 1000, 5000, 10_000, { maxHeapUsedBytes: 900, maxRssBytes: 4500 }],
  ['the machine, without a container', 1000, 0, 10_000, { maxHeapUsedBytes: 900, maxRssBytes: 9000 }],
  ['the machine, in an unlimited container', 1000, 2 ** 64, 10_000, { maxHeapUsedBytes: 900, maxRssBytes: 9000 }],
])('goes by %s', (_what, heap, container, machine, expected) => {
  expect(memoryCeilings(heap, container, machine)).toEqual(expected)
})

// proves 18.45, V15.2.2
it('answers 503 with a sentence when memory is short', async () => {
  const app = fastify()
  await app.register(errorsPlugin)
  await app.register(underPressure, { ...memoryCeilings(10), sampleInterval: 10, retryAfter: 5 })
  app.get('/', async () => 'ok')
  await expect.poll(async () => (await app.inject('/')).statusCode).toBe(503)
  const reply = await app.inject('/')
  expect(reply.json()).toEqual({ code: 'OVERLOADED', message: expect.stringContaining('sobrecarregado') })
  expect(reply.headers['retry-after']).toBe('5')
  await app.close()
})
