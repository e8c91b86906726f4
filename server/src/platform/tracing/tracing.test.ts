import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { queueMail } from '../../domain/mail/mail-queue.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildAdmin, buildUser } from '../../test/builders.ts'
import { mailServer, startPost, untilPost } from '../../test/mail-server.ts'
import type { Config } from '../settings/config.ts'
import { currentTracing, startTracing } from './tracing.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface ExportedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

interface ExportRequest {
  resourceSpans: { resource: { attributes: unknown[] }; scopeSpans: { spans: ExportedSpan[] }[] }[]
}

/** A collector that speaks OTLP over HTTP in JSON, as the specification demands of every collector. */
async function collector() {
  const received: string[] = []
  const server = createServer(async (request, reply) => {
    const body = await text(request)
    if (request.url === '/v1/traces') received.push(body)
    reply.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    raw: () => received.join('\n'),
    spans: () =>
      received.flatMap((body) =>
        (JSON.parse(body) as ExportRequest).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
  }
}

/** The app with traces; `flush` exports what there is and ends tracing. */
async function tracedOrganisation(config: Partial<Config> = {}) {
  const { endpoint, ...seen } = await collector()
  const test = await testApp({ config, ownApp: true })
  const settings = { OTEL_SERVICE_NAME: 'malote', OTEL_TRACES_SAMPLER_ARG: 1, PORT: 5000, timeoutMs: 60_000 }
  const flush = await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...settings })
  closers.push(flush)
  return { ...test, ...seen, flush }
}

const listening = async ({ app }: Pick<TestApp, 'app'>) => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

const attributeOf = ({ attributes }: ExportedSpan, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

// proves 19.38
it('a request is a span by the pattern of its route, and its statements are spans inside', async () => {
  const organisation = await tracedOrganisation()
  const address = await listening(organisation)
  const token = await organisation.tokenOf(await buildAdmin(organisation.db))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const asked = await fetch(`${address}/api/protocols/424242?search=segredo-da-busca`, { headers })
  const body = JSON.stringify({ dpname: 'Departamento segredo', dpdescription: 'x'.repeat(100_000) })
  await fetch(`${address}/api/departments`, { method: 'POST', headers, body })
  await fetch(`${address}/api/departments`, { method: 'POST', headers, body: JSON.stringify({ dpname: 'Sigiloso' }) })
  await organisation.flush()

  const spans = organisation.spans()
  const request = spans.find(({ name }) => name === 'GET /api/protocols/:id') as ExportedSpan
  expect(request).toMatchObject({ kind: 2 })
  expect(attributeOf(request, 'http.response.status_code')).toBe(404)
  expect(attributeOf(request, 'malote.request_id')).toBe(asked.headers.get('x-request-id'))
  const inside = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  expect(inside.length).toBeGreaterThan(0)
  for (const span of inside) {
    expect(span).toMatchObject({ name: 'SELECT', kind: 3, traceId: request.traceId })
    expect(attributeOf(span, 'db.query.text')).toMatch(/^select/)
  }
  // Also after a body was read, and in the transaction.
  const created = spans.filter(({ name }) => name === 'POST /api/departments').at(-1) as ExportedSpan
  const names = spans.filter(({ parentSpanId }) => parentSpanId === created.spanId).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['BEGIN', 'INSERT', 'COMMIT']))
  for (const secret of ['segredo', 'Sigiloso', '424242', token]) expect(organisation.raw()).not.toContain(secret)
})

const parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

// proves 19.38
it.each<[string, Config['TRUST_PROXY'], boolean]>([
  ['a trusted proxy', '127.0.0.1', true],
  ['anybody else', false, false],
])('goes on with the trace of %s', async (_who, TRUST_PROXY, isKept) => {
  const { app, flush, spans } = await tracedOrganisation({ TRUST_PROXY })
  await app.inject({ url: '/healthz', headers: { traceparent: parent } })
  await flush()
  const span = spans().find(({ name }) => name === 'GET /healthz')
  expect(span?.traceId === '4bf92f3577b34da6a3ce929d0e0e4736').toBe(isKept)
  expect(span?.parentSpanId === '00f067aa0ba902b7').toBe(isKept)
})

// proves 19.38
it('marks what failed, by a code and never by the message', async () => {
  const { app, db, flush, spans, raw, takeErrorLogs } = await tracedOrganisation()
  app.get('/broken', { config: { access: 'everyone' } }, () => sql`select ${'segredo-no-erro'}::int`.execute(app.db))
  await app.inject('/broken')
  expect(takeErrorLogs()).toHaveLength(1)
  await flush()
  const request = spans().find(({ name }) => name === 'GET /broken') as ExportedSpan
  expect(request.status.code).toBe(2)
  const statement = spans().find(({ parentSpanId }) => parentSpanId === request.spanId) as ExportedSpan
  expect(attributeOf(statement, 'error.type')).toBe('22P02')
  expect(raw()).not.toContain('segredo-no-erro')
  await sql`select 1`.execute(db)
})

// proves 19.38
it('a mail is a span of its own, without the address', async () => {
  const organisation = await tracedOrganisation()
  const smtp = await mailServer()
  closers.push(smtp.close)
  const { stop } = await startPost(organisation, smtp.url)
  const user = await buildUser(organisation.db)
  await organisation.db
    .transaction()
    .execute((trx) => queueMail(trx, [{ kind: 'account', userId: user.id, title: 'Aviso', message: 'Olá' }]))
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), untilPost)
  await stop()
  await organisation.flush()
  const mail = organisation.spans().find(({ name }) => name === 'mail account') as ExportedSpan
  expect(attributeOf(mail, 'malote.outcome')).toBe('sent')
  expect(organisation.spans().filter(({ parentSpanId }) => parentSpanId === mail.spanId).length).toBeGreaterThan(0)
  expect(organisation.raw()).not.toContain(user.email)
})

// proves 19.38
it('a collector that is away disturbs nobody', async () => {
  const settings = { OTEL_SERVICE_NAME: 'malote', OTEL_TRACES_SAMPLER_ARG: 1, PORT: 5000 }
  const stop = await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', ...settings })
  const { anonymous } = await testApp()
  expect((await anonymous.get('/healthz')).status).toBe(200)
  const began = performance.now()
  await stop()
  expect(performance.now() - began).toBeLessThan(60_000)
})

// proves 19.38
it('is off without an address', async () => {
  const settings = { OTEL_SERVICE_NAME: 'malote', OTEL_TRACES_SAMPLER_ARG: 1, PORT: 5000 }
  await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: undefined, ...settings })
  expect(currentTracing()).toBeUndefined()
})
