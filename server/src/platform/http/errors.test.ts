import { once } from 'node:events'
import { request } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { dashboardStats, upcomingReturnWire } from '@malote/core/dashboard/dashboard.ts'
import { notificationList } from '@malote/core/notifications/notification.ts'
import { protocolDetailWire, protocolPageWire } from '@malote/core/protocols/protocol.wire.ts'
import { returnPageWire } from '@malote/core/returns/return-row.ts'
import { wireNamesOf } from '@malote/core/shared/renamed.ts'
import { bit, flag } from '@malote/core/shared/wire-values.ts'
import { trackingReplyWire } from '@malote/core/tracking/tracking-result.ts'
import fc from 'fast-check'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loggedApp, type TestApp, testApp } from '../../test/app.ts'
import { buildAdmin } from '../../test/builders.ts'
import { type Client, multipart } from '../../test/client.ts'
import { testConfig } from '../../test/config.ts'
import { connect } from '../db/connect.ts'
import type { Config } from '../settings/config.ts'
import { plainAddress } from './actor.ts'
import { responseSerializer } from './response-serializer.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await testApp()
  admin = test.as(await buildAdmin(test.db))
})

/** Security headers of a response that no hook handles. */
const bare = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, contentType: string, payload: string) =>
  test.app.inject({ method, url, headers: { 'content-type': contentType }, payload })

describe('a database that does not answer', () => {
  // proves V16.5.1
  it('is a 503 with a sentence, not a bug', async () => {
    const db = connect('postgresql://nobody@%2Fnowhere%2Fat%2Fall/nothing')
    const { app } = await loggedApp({ db })
    for (const url of ['/readyz', '/api/departments']) {
      const reply = await app.inject({ url, headers: { authorization: 'Bearer anything' } })
      expect(reply.statusCode).toBe(503)
      expect(reply.json()).toEqual({ message: expect.stringContaining('indisponível'), code: 'UNAVAILABLE' })
    }
    await app.close()
    await db.destroy()
  })
})

describe('what the framework refuses', () => {
  // proves 12.3, 12.6, V1.5.1, V3.5.1, V3.5.2, V13.4.2, V16.5.1
  it.each([
    ['broken JSON', 'application/json', '{', 400, 'MALFORMED_BODY'],
    ['JSON that is no object', 'application/json', 'null', 400, 'MALFORMED_BODY'],
    ['plain text', 'text/plain', 'email=a@b.com', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['XML', 'application/xml', '<email/>', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a form', 'application/x-www-form-urlencoded', 'email=a%40b.com', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['too much', 'application/json', JSON.stringify({ email: 'x'.repeat(3_000_000) }), 413, 'BODY_TOO_LARGE'],
  ])('%s has the shape of every refusal', async (_what, contentType, payload, status, code) => {
    const reply = await send('POST', '/api/auth/login', contentType, payload)
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toEqual({ message: expect.stringMatching(/^[A-ZÀ-Ú]/), code })
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, identity'])(
    'a body in %s, which may unpack to anything',
    async (encoding) => {
      const payload = gzipSync(JSON.stringify({ email: 'ninguem@malote.test', password: 'errada' }))
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
      const reply = await test.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })
      expect([reply.statusCode, reply.json().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    },
  )

  it('has nothing where no file can be', async () => {
    const reply = await test.app.inject('/api/docs/static/%00')
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'ROUTE_NOT_FOUND'])
  })

  it('takes an empty body for no body, whatever it is announced as', async () => {
    for (const contentType of ['application/json', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded']) {
      const person = await buildAdmin(test.db)
      expect((await test.as(person).post('/api/auth/logout', undefined, { 'content-type': contentType })).status).toBe(
        204,
      )
    }
  })
})

describe('a list that is too long', () => {
  const junk = Array(1_000).fill({})

  // proves 12.2
  it.each([
    ['form', '/api/protocols', multipart({ requires_return: true, items: junk }), 'items'],
    ['form without files', '/api/protocols', { requires_return: true, items: junk }, 'items'],
    ['list of destinations', '/api/protocols', { destination_department_ids: junk }, 'destination_department_ids'],
    ['bulk action', '/api/protocols/items/bulk-return', { itemIds: junk }, 'itemIds'],
  ] as const)('is one error of a %s: its elements are not validated', async (_what, path, body, field) => {
    const reply = await admin.post(path, body)
    expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect(Object.keys(reply.body.errors).filter((name) => name.startsWith(field))).toEqual([field])
  })
})

// proves 12.2
it('names a hundred fields at most', async () => {
  const items = Array(500).fill({})
  const reply = await admin.post('/api/protocols', { remarks: '', items })
  expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', errors: { remarks: reply.body.message } } })
  expect(Object.keys(reply.body.errors)).toHaveLength(100)
})

describe('an unknown address', () => {
  it.each(['/api/nada', '/api', '/notifications/1/2/3', '/feedback/nada/nada', '/nada'])(
    '%s is a 404 whatever is sent to it',
    async (url) => {
      for (const method of ['POST', 'PUT', 'DELETE'] as const) {
        for (const [contentType, payload] of [
          ['application/json', '{'],
          ['text/xml', '<a/>'],
          ['application/json', JSON.stringify('x'.repeat(3_000_000))],
        ] as const) {
          const reply = await send(method, url, contentType, payload)
          expect(reply.statusCode).toBe(404)
          expect(reply.json()).toEqual({ message: 'Endereço não encontrado', code: 'ROUTE_NOT_FOUND' })
          expect(reply.headers['x-content-type-options']).toBe('nosniff')
        }
      }
    },
  )

  it('is also one that exists for other methods only', async () => {
    expect((await admin.delete('/api/departments')).status).toBe(404)
    expect((await admin.get('/api/auth/login')).body.code).toBe('ROUTE_NOT_FOUND')
  })
})

describe('an address that the router cannot read', () => {
  // proves V3.4.3, V3.4.6
  it.each([
    ['/api/%zz', 400],
    [`/api/protocols/${'9'.repeat(500)}`, 404],
  ])('%s is kept by nobody', async (url, status) => {
    const reply = await send('PUT', url, 'application/json', '{}')
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toEqual({ message: expect.stringMatching(/^[A-ZÀ-Ú]/), code: expect.any(String) })
    expect(reply.headers).toMatchObject(bare)
  })
})

// proves 12.19, V1.1.1, V1.4.2
it.each(['%201', '1%20', '+1', '01', '1.0', '1e0', '0x1', '0', '-1', '2147483648', '%00'])(
  'an identity has one spelling: %s names no record',
  async (id) => {
    for (const path of [
      `/api/departments/${id}`,
      `/api/users/${id}`,
      `/api/protocols/${id}`,
      `/notifications/${id}/read`,
    ]) {
      expect((await admin.put(path, {})).status).toBe(404)
    }
  },
)

// proves 12.6
it('answers what is no HTTP request in the same shape', async () => {
  const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
  const reply = await new Promise<{ status?: number; headers: object; text: string }>((resolve, reject) => {
    const headers = { authorization: `Bearer ${'x'.repeat(20_000)}` }
    request(`${address}/api/auth/me`, { headers }, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode, headers: response.headers, text })
    })
      .on('error', reject)
      .end()
  })
  expect(reply.status).toBe(431)
  expect(reply.headers).toMatchObject(bare)
  expect(JSON.parse(reply.text)).toEqual({ message: 'Os dados enviados são grandes demais', code: 'BODY_TOO_LARGE' })
})

describe('a request whose end is told in two ways', () => {
  const chunked = 'Transfer-Encoding: chunked\r\n'
  // proves V4.2.1
  it.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n'],
    ['a length and chunks', `Content-Length: 5\r\n${chunked}`],
    ['chunks and a length', `${chunked}Content-Length: 5\r\n`],
    ['chunks that are not the last coding', 'Transfer-Encoding: chunked, gzip\r\n'],
    ['a folded header', 'X-A: b\r\n Content-Length: 5\r\n'],
  ])('is refused, and what follows it on the connection is not read: %s', async (_, headers) => {
    const hidden = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'
    const answer = await raw(`POST /api/auth/login HTTP/1.1\r\nHost: a\r\n${headers}\r\n0\r\n\r\n${hidden}`)
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
  })

  // proves V13.4.4
  it('and the method TRACE, which would echo headers, is a 404', async () => {
    const answer = await raw('TRACE / HTTP/1.1\r\nHost: a\r\nX-Secret: abc\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 40[04]/)
    expect(answer).not.toContain('abc')
  })

  /** Sends bytes to a listening server and returns everything until it closes the connection. */
  async function raw(bytes: string) {
    const { app } = await loggedApp({ db: test.db })
    try {
      const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
      const socket = connectSocket(Number(port), '127.0.0.1').setEncoding('utf8')
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.write(bytes)
      await once(socket, 'close')
      return text
    } finally {
      await app.close()
    }
  }
})

// proves 12.21
it('lets nobody keep an answer about the process', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    const { status, headers } = await test.anonymous.get(path)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
  }
})

async function organisation(config: Partial<Config> = {}) {
  const { db } = await testApp()
  const { app, lines } = await loggedApp({ db, config: testConfig(config) }, 'info')
  app.get('/broken', { config: { access: 'everyone' } }, () => {
    throw new Error('a bug')
  })
  const ask = async (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    String((await app.inject({ url, headers, remoteAddress })).headers['x-request-id'])
  return { app, ask, logged: () => lines.splice(0).map((line) => JSON.parse(line)) }
}

describe('a request', () => {
  // proves 19.35
  it('has an id in its response and in each of its log lines', async () => {
    const { ask, logged } = await organisation()
    const ids: string[] = []
    for (const url of ['/healthz', '/api/protocols', '/broken', '/nowhere', '/%']) {
      const id = await ask(url)
      expect(id, url).toMatch(/^[2-9a-z]{12}$/)
      ids.push(id)
    }
    // The last line of a request is written after its response.
    const lines: { reqId?: string }[] = []
    const silent = () => {
      lines.push(...logged())
      return ids.filter((id) => !lines.some(({ reqId }) => reqId === id))
    }
    await expect.poll(silent).toEqual([])
    for (const line of lines) expect(ids, JSON.stringify(line)).toContain(line.reqId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  // proves 19.35
  it('keeps the id that a trusted proxy gave it', async () => {
    const { ask, logged } = await organisation({ TRUST_PROXY: '10.0.0.0/8, 192.168.1.1' })
    const given = { 'x-request-id': '5f1d7e9a0b2c4d6e8f00112233445566' }
    expect(await ask('/healthz', given, '10.1.2.3')).toBe(given['x-request-id'])
    expect(logged().every(({ reqId }) => reqId === given['x-request-id'])).toBe(true)
    expect(await ask('/healthz', given, '192.168.1.2')).not.toBe(given['x-request-id'])
    const alone = await organisation()
    expect(await alone.ask('/healthz', given)).not.toBe(given['x-request-id'])
  })

  // proves 19.35
  it.each(['short', 'a'.repeat(65), 'with space inside', 'id"},{"level":60', 'acentuação-longa'])(
    'gets another id where the proxy gave it %j',
    async (given) => {
      const { ask } = await organisation({ TRUST_PROXY: true })
      expect(await ask('/healthz', { 'x-request-id': given })).toMatch(/^[2-9a-z]{12}$/)
    },
  )
})

const route = { method: 'GET', url: '/', httpStatus: '200' }
const ours = (schema: z.ZodType) => responseSerializer({ ...route, schema })
const byZod = (schema: z.ZodType) => serializerCompiler({ ...route, schema } as never)

/** The output of a serializer, or 'refused'. */
function outcome(serialize: (response: unknown) => string, response: unknown) {
  try {
    return serialize(response)
  } catch {
    return 'refused'
  }
}

const misfits = fc.constantFrom<unknown>(undefined, null, 'other', Number.NaN, 1.5, 2 ** 60, [], {}, new Date(0))

/** Mostly valid responses for a schema, with an unknown field, and occasionally an invalid value. */
function valuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const right = rightAnswersOf(schema)
  return fc.oneof({ weight: 400, arbitrary: right }, { weight: 1, arbitrary: misfits })
}

function rightAnswersOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const names = wireNamesOf(schema)
  if (names && schema instanceof z.ZodCodec) {
    const { shape } = schema.in as z.ZodObject
    return recordOf([...names].map(([name, wireName]) => [name, shape[wireName] as z.ZodType]))
  }
  if (schema instanceof z.ZodObject) return recordOf(Object.entries(schema.shape))
  if (schema instanceof z.ZodArray) return fc.array(valuesOf(schema.element), { maxLength: 3 })
  if (schema instanceof z.ZodNullable) return fc.option(valuesOf(schema.unwrap()), { nil: null })
  if (schema instanceof z.ZodOptional) return fc.option(valuesOf(schema.unwrap()), { nil: undefined })
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodBoolean || schema instanceof z.ZodCodec) return fc.boolean()
  return schema instanceof z.ZodNumber ? fc.integer({ min: 0 }) : fc.string({ unit: 'binary' })
}

const recordOf = (fields: (readonly [string, z.core.$ZodType])[]) =>
  fc
    .tuple(...fields.map(([, schema]) => valuesOf(schema)))
    .map((values) => Object.fromEntries([['passwordHash', 'x'], ...fields.map(([name], at) => [name, values[at]])]))

describe('responseSerializer', () => {
  // proves V1.2.3
  it.each<[string, z.ZodType]>([
    ['a page of protocols', protocolPageWire],
    ['a protocol', protocolDetailWire],
    ['a page of returns', returnPageWire],
    ['tracked items', trackingReplyWire],
    ['notifications', notificationList],
    ['upcoming returns', z.array(upcomingReturnWire)],
    ['figures', dashboardStats],
    ['codecs', z.object({ isRead: bit, isActive: flag.optional(), list: z.array(flag).nullish() })],
    ['checks', z.object({ name: z.string().trim().min(2), share: z.number(), rest: z.record(z.string(), z.int()) })],
    ['what Zod alone knows', z.union([z.strictObject({ id: z.int() }), z.looseObject({ name: z.string() })])],
  ])('writes %s to the letter as Zod does, and refuses what it refuses', (_what, schema) => {
    const [write, writeByZod] = [ours(schema), byZod(schema)]
    fc.assert(
      fc.property(valuesOf(schema), (response) => {
        expect(outcome(write, response)).toBe(outcome(writeByZod, response))
      }),
    )
  })

  // proves V8.2.3, V15.3.1
  it('drops what the schema does not know and translates what travels otherwise', () => {
    const schema = z.object({ isRead: bit, name: z.string().nullable() })
    expect(ours(schema)({ isRead: true, name: null, passwordHash: 'x' })).toBe('{"isRead":1,"name":null}')
  })

  it('refuses an answer that is not what the route promised', () => {
    expect(() => ours(z.object({ id: z.int() }))({ id: '1' })).toThrow()
  })
})

it.each([
  ['187.12.3.44', '187.12.3.44'],
  ['187.12.3.44:50123', '187.12.3.44'],
  ['::ffff:10.0.7.9', '::ffff:10.0.7.9'],
  ['2804:14c:65::1', '2804:14c:65::1'],
  ['[2804:14c:65::1]', '2804:14c:65::1'],
  ['[2804:14c:65::1]:50123', '2804:14c:65::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['187.12.3.44:', null],
  ['1', null],
  ['187.12.3.444', null],
  ['unknown', null],
  ['unix:', null],
  ['', null],
])('%j is the address %j', (text, address) => expect(plainAddress(text)).toBe(address))
