import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@malote/core/shared/errors.ts'
import fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { accessPlugin } from './access.ts'
import { connectionsPlugin } from './connections.ts'
import { errorsPlugin } from './errors.ts'

type Limits = Parameters<typeof connectionsPlugin>[1]

/** A server with short limits; `hold` sends text over a connection of its own and leaves it open. */
async function slowDesk(limits: Limits) {
  const app: FastifyInstance = fastify({ http: { connectionsCheckingInterval: 20 } })
  await app.register(errorsPlugin)
  await app.register(accessPlugin)
  await app.register(connectionsPlugin, limits)
  app.decorateRequest('viewer', null as never)
  app.get('/quick', { config: { access: 'everyone' } }, async () => 'ok')
  app.get('/large', { config: { access: 'everyone' } }, async () => Buffer.alloc(64 * 1024 * 1024))
  app.get('/late', { config: { access: 'everyone' } }, async () => pause(300).then(() => 'ok'))
  app.post('/public', { config: { access: 'everyone' } }, async () => 'ok')
  app.post(
    '/refused',
    { config: { access: 'signed-in' }, onRequest: async () => Promise.reject(new AppError('NOT_SIGNED_IN')) },
    async () => 'ok',
  )
  app.post(
    '/waiting',
    // As authentication waits for a database that does not answer.
    { config: { access: 'signed-in' }, onRequest: async () => pause(300) },
    async () => 'ok',
  )
  app.post('/own', { config: { access: 'signed-in' } }, async () => 'ok')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const sockets: Socket[] = []
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await app.close()
  })
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    hold(text = '', localAddress = '127.0.0.1') {
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      sockets.push(socket)
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.on('error', () => {})
      socket.write(text)
      const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
      return { socket, ended }
    },
  }
}

const json = { 'content-type': 'application/json' }

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: malote\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

/** A byte every few milliseconds, which keeps timers of idle connections from running out. */
async function drip(socket: Socket) {
  while (socket.writable) {
    socket.write(' ')
    await pause(10)
  }
}

describe('a client that sends slowly', () => {
  // proves 18.42
  it('gets a sentence and loses the connection when a public call takes too long', async () => {
    const { hold } = await slowDesk({ publicBody: 100, ownBody: 10_000 })
    const { socket, ended } = hold(head('/public', 4000))
    void drip(socket)
    const answer = await ended
    expect(answer).toContain('HTTP/1.1 408')
    expect(answer).toContain('REQUEST_TOO_SLOW')
  })

  // proves 18.42
  it('has longer when signed in', async () => {
    const { hold } = await slowDesk({ publicBody: 50, ownBody: 200 })
    const start = performance.now()
    expect(await hold(head('/own', 4000)).ended).toContain('HTTP/1.1 408')
    expect(performance.now() - start).toBeGreaterThan(150)
  })

  it('is cut even after a refusal that needed no body', async () => {
    const { hold } = await slowDesk({ publicBody: 100 })
    const { ended } = hold(head('/refused', 4000))
    expect(await ended).toContain('HTTP/1.1 401')
  })

  // proves 18.42
  it('does not get further than its headers', async () => {
    const { hold } = await slowDesk({ headersTimeout: 100 })
    const { socket, ended } = hold('GET /quick HTTP/1.1\r\nX: ')
    void drip(socket)
    expect(await ended).toMatch(/^(HTTP\/1.1 408|$)/)
  })

  it('does not hurt one that is quick', async () => {
    const { url } = await slowDesk({ publicBody: 100 })
    const body = JSON.stringify({ text: 'x'.repeat(4000) })
    const reply = await fetch(`${url}/public`, { method: 'POST', body, headers: json })
    expect(reply.status).toBe(200)
  })
})

// proves 19.42
it('a client that has sent everything is not blamed for a server that waits', async () => {
  const { url } = await slowDesk({ publicBody: 50 })
  const reply = await fetch(`${url}/waiting`, { method: 'POST', body: '{"text":"x"}', headers: json })
  expect(reply.status).toBe(200)
})

describe('many connections', () => {
  // proves 18.42
  it('that say nothing do not keep others out', async () => {
    const { url, hold } = await slowDesk({ silentConnections: 5 })
    const silent = Array.from({ length: 20 }, () => hold())
    // The oldest are ended, until five are left.
    await Promise.all(silent.slice(0, 10).map(({ ended }) => ended))
    expect((await fetch(`${url}/quick`)).status).toBe(200)
  })

  // proves 18.42
  it('of one address keep no other out', async () => {
    const { hold } = await slowDesk({ perAddress: 3 })
    const greedy = Array.from({ length: 5 }, () => hold())
    await Promise.race(greedy.map(({ ended }) => ended))
    const other = hold('GET /quick HTTP/1.1\r\nHost: malote\r\nConnection: close\r\n\r\n', '127.0.0.2')
    expect(await other.ended).toContain('HTTP/1.1 200')
    await expect.poll(() => greedy.filter(({ socket }) => socket.destroyed).length).toBe(2)
  })

  it('that are idle make room for new ones', async () => {
    const { url, hold } = await slowDesk({ connections: 5 })
    const idle = Array.from({ length: 5 }, () => hold('GET /quick HTTP/1.1\r\nHost: malote\r\n\r\n'))
    await Promise.all(idle.map(({ socket }) => new Promise((resolve) => socket.once('data', resolve))))
    await expect
      .poll(async () => {
        const reply = await fetch(`${url}/quick`).catch(() => undefined)
        return reply?.status
      })
      .toBe(200)
  })
})

// proves 18.42, V2.4.1
it('takes 8 KiB from everybody, and no more', async () => {
  const { url } = await slowDesk({})
  const send = (length: number) =>
    fetch(`${url}/public`, {
      method: 'POST',
      body: JSON.stringify('x'.repeat(length)),
      headers: { 'content-type': 'application/json' },
    })
  expect((await send(8_000)).status).toBe(200)
  expect((await send(9_000)).status).toBe(413)
})

// proves 18.42
it('a connection with more requests than answers ends, and one with a few gets all of them', async () => {
  const { hold } = await slowDesk({ unanswered: 3 })
  const request = 'GET /late HTTP/1.1\r\nHost: malote\r\n\r\n'
  expect(await hold(request.repeat(50)).ended).toBe('')
  const { ended } = hold(request.repeat(2) + request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  expect((await ended).match(/200 OK/g)).toHaveLength(3)
})

describe('a client that does not read its answer', () => {
  // proves 18.42
  it('loses the connection when it has taken nothing for a while', async () => {
    const { app, hold } = await slowDesk({ unread: 100 })
    const { socket } = hold('GET /large HTTP/1.1\r\nHost: malote\r\n\r\n')
    socket.pause()
    const closed = new Promise((resolve) =>
      app.server.once('request', (_, response) => response.once('close', resolve)),
    )
    await closed
    socket.resume()
  })

  // proves 18.42
  it('keeps it for as long as the answer is not ready', async () => {
    const { url } = await slowDesk({ unread: 100 })
    expect(await (await fetch(`${url}/late`)).text()).toBe('ok')
  })
})
