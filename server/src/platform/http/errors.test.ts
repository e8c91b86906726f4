import { once } from 'node:events'
import { request } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildAdmin } from '../../test/builders.ts'
import { type Client, multipart } from '../../test/client.ts'
import { connect } from '../db/connect.ts'

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
    const app = await buildApp({ db, config: test.app.settings })
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
    const app = await buildApp({ db: test.db, config: test.app.settings })
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
