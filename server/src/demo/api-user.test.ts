import fastify from 'fastify'
import { expect, it } from 'vitest'
import type { App } from '../platform/http/fastify.ts'
import { apiUserOf } from './api-user.ts'

it('a person of the demo waits where the server is too busy for a moment', async () => {
  const app = fastify()
  let requests = 0
  app.addHook('onRequest', async (_request, reply) => {
    requests += 1
    if (requests % 2 === 1) return reply.code(503).header('retry-after', 0).send({ code: 'OVERLOADED' })
  })
  app.post('/api/auth/login', () => ({ token: 'x' }))
  app.get('/api/protocols/1', () => ({ id: 1 }))
  const person = apiUserOf(app as unknown as App, { email: 'a@malote.demo', password: 'x' })
  expect(await person.call('GET', '/api/protocols/1')).toEqual({ id: 1 })
  expect(requests).toBe(4)
})
