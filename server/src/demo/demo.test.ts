import { readdir } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import fastify from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { App } from '../platform/http/fastify.ts'
import { silentServer } from '../test/mail-server.ts'
import { demoProcess } from '../test/server-process.ts'
import { apiUserOf } from './api-user.ts'
import { reasonToRemake } from './open-demo.ts'

/** A first start makes a database and eight weeks of work in it. */
const slow = 240_000

// proves 18.60, V6.3.2, V13.1.1, V13.2.4, V13.2.5
it('a demo beside a production .env contacts none of its servers, and is made anew after an interruption', {
  timeout: slow,
}, async () => {
  const servers = await Promise.all(Array.from({ length: 8 }, silentServer))
  onTestFinished(async () => void (await Promise.all(servers.map(({ close }) => close()))))
  const [database, replica, bucket, mail, provider, scanner, fromEnvironment, otherMail] = servers.map(
    ({ port }) => port,
  )
  const production = `
    HOST=0.0.0.0
    APP_URL=https://malote.exemplo.com.br
    DATA_DIR=/var/lib/malote-nobody-may-write-here
    DATABASE_URL=postgresql://malote:segredo@127.0.0.1:${database}/malote
    DATABASE_REPLICA_URL=postgresql://malote:segredo@127.0.0.1:${replica}/malote
    S3_BUCKET=malote
    S3_ENDPOINT=http://127.0.0.1:${bucket}
    S3_ACCESS_KEY_ID=a
    S3_SECRET_ACCESS_KEY=b
    SMTP_URL=smtp://127.0.0.1:${mail}
    OIDC_ISSUER=http://127.0.0.1:${provider}
    OIDC_CLIENT_ID=a
    OIDC_CLIENT_SECRET=b
    CLAMAV_HOST=127.0.0.1:${scanner}`
  const begun = await demoProcess({ until: 'Fazendo a organização de demonstração' })
  onTestFinished(begun.remove)
  begun.child.kill('SIGINT')
  expect(await begun.ended(), begun.output()).toBe(0)
  expect(begun.output()).not.toContain('Error')

  const demo = await demoProcess({
    folder: begun.folder,
    env: production,
    settings: {
      DATABASE_URL: `postgresql://malote:segredo@127.0.0.1:${fromEnvironment}/malote`,
      SMTP_URL: `smtp://127.0.0.1:${otherMail}`,
      HOST: '0.0.0.0',
    },
  })
  onTestFinished(demo.remove)
  const folders = (await readdir(begun.folder)).filter((name) => name.startsWith('data-demo'))
  expect(folders).toEqual(['data-demo', expect.stringMatching(/^data-demo-\d{8}T\d{6}$/)])
  expect(demo.output()).toContain('A demonstração não tinha ficado pronta: ela será feita de novo.')
  expect(demo.output()).toContain('Demonstração: 90% pronta')
  expect(demo.output()).toMatch(/^Gestor +Eduarda Pires +Jurídico +eduarda\.pires@malote\.demo +malote123$/m)
  expect(demo.output()).not.toMatch(/^\{|\(index\)/m)

  // A server that has just had to wait for the processor refuses everything for a second.
  const ask = (path: string, init?: RequestInit) =>
    vi.waitFor(async () => {
      const reply = await fetch(demo.url + path, init)
      expect(reply.status).not.toBe(503)
      return reply
    }, 60_000)
  const login = await ask('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@malote.demo', password: 'malote123' }),
  })
  expect(login.status).toBe(200)
  // A lost key, a torn plan with its photo, and a contract that was found again.
  const { token } = (await login.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const told = await (await ask('/api/occurrences?status=all', { headers })).json()
  const { data } = told as { data: { kind: string; outcome: string | null; attachments: unknown[] }[] }
  expect(data.map(({ kind, outcome, attachments }) => [kind, outcome, attachments.length])).toEqual([
    ['damaged', null, 1],
    ['lost', null, 0],
    ['missing', 'found', 0],
  ])
  // A request for more time that is open, one that was granted and one that was denied.
  const asked = await (await ask('/api/extension-requests', { headers })).json()
  const requests = (asked as { data: { status: string; granted_date: string | null; requested_date: string }[] }).data
  expect(requests.map(({ status }) => status).toSorted()).toEqual(['aberto', 'concedido', 'negado'])
  // A contract three hops away.
  const tracked = await ask('/api/tracking?type=document&search=88-C/2026', { headers })
  const { data: chain } = (await tracked.json()) as { data: { forwarded_to: { department: string } | null }[] }
  expect(chain.map(({ forwarded_to }) => forwarded_to?.department)).toEqual([undefined, 'Financeiro', 'Financeiro'])
  for (const address of Object.values(networkInterfaces()).flatMap((all) => all ?? [])) {
    if (address.internal || address.family !== 'IPv4') continue
    await expect(fetch(demo.url.replace('127.0.0.1', address.address))).rejects.toThrow()
  }
  demo.child.kill('SIGTERM')
  expect(await demo.ended(), demo.output()).toBe(0)
  expect(servers.map(({ connections }) => connections())).toEqual(servers.map(() => 0))

  const next = await demoProcess({ folder: begun.folder })
  onTestFinished(next.remove)
  expect(next.output()).not.toContain('Fazendo a organização')
  next.child.kill('SIGTERM')
  expect(await next.ended(), next.output()).toBe(0)
})

it.each([
  ['is empty', { isBegun: false, madeAt: undefined }, undefined],
  ['was made today', { isBegun: true, madeAt: new Date('2026-11-26T12:00Z') }, undefined],
  ['was made a week ago', { isBegun: true, madeAt: new Date('2026-11-19T12:00Z') }, undefined],
  ['is older', { isBegun: true, madeAt: new Date('2026-11-19T11:59Z') }, /mais de uma semana/],
  ['has no end', { isBegun: true, madeAt: undefined }, /não tinha ficado pronta/],
])('a demo that %s is made anew only for a reason', (_, state, reason) => {
  const said = reasonToRemake(state, new Date('2026-11-26T12:00Z'))
  if (reason === undefined) expect(said).toBeUndefined()
  else expect(said).toMatch(reason)
})

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
