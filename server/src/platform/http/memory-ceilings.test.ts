import underPressure from '@fastify/under-pressure'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { errorsPlugin } from './errors.ts'
import { memoryCeilings } from './security.ts'

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
