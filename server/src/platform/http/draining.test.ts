import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { setTimeout as pass } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { drainingPlugin } from './draining.ts'

async function listening(patienceMs: number, farewellMs = 0) {
  const app = fastify({ return503OnClosing: false })
  onTestFinished(() => app.close())
  await app.register(drainingPlugin, { patienceMs, farewellMs })
  return app
}

it('finishes the answer that is under way, and says that the connection ends', async () => {
  const app = await listening(10_000)
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let isAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  app.get('/', async () => {
    isAsked()
    await held
    return 'pronto'
  })
  app.addHook('preClose', async () => goOn())
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const reply = fetch(address)
  await asked

  const closed = app.close()
  expect(await (await reply).text()).toBe('pronto')
  expect((await reply).headers.get('connection')).toBe('close')
  await closed
})

it('cuts a stream that never ends, after its patience', async () => {
  const app = await listening(200)
  app.get('/', (_request, reply) => {
    const endless = new PassThrough()
    endless.write('data: 1\n\n')
    return reply.type('text/event-stream').send(endless)
  })
  const reply = await fetch(await app.listen({ port: 0, host: '127.0.0.1' }))
  const start = performance.now()
  const [, text] = await Promise.allSettled([app.close(), reply.text()])
  expect(text.status).toBe('rejected')
  expect(performance.now() - start).toBeLessThan(5_000)
})

// proves 19.43
it('answers over connections that a proxy has kept, and says that they end', async () => {
  const app = await listening(10_000, 500)
  app.post('/', async () => 'pronto')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const proxy = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  proxy.on('error', () => {})
  const ask = async () => {
    const answer = once(proxy, 'data')
    proxy.write('POST / HTTP/1.1\r\nHost: malote\r\nContent-Length: 0\r\n\r\n')
    return String(await Promise.race([answer, once(proxy, 'close').then(() => ['closed'])]))
  }
  expect(await ask()).toContain('HTTP/1.1 200')
  const closed = app.close()
  await pass(100)
  const last = await ask()
  expect(last).toContain('HTTP/1.1 200')
  expect(last.toLowerCase()).toContain('connection: close')
  await closed
})
