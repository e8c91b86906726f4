import { role } from '@malote/core/users/role.ts'
import { canAdminister, canReadUsers } from '@malote/core/users/user-rules.ts'
import fastify from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildAdmin, buildManager, buildUser } from '../../test/builders.ts'
import { type Access, accessPlugin } from './access.ts'

let test: TestApp
const operatorToken = 'a-token-for-the-monitoring-1'
const elsewhere = '203.0.113.9'

/** For tests that call all routes, in milliseconds. */
const manyCalls = 60_000

/** An endless response, and a PDF that takes seconds. */
const lengthy = ['/api/events', '/api/help/manual']

beforeAll(async () => {
  test = await testApp({ config: { OPERATOR_TOKEN: operatorToken } })
  await test.app.ready()
})

/** An address of the route that names no record, so that calling it changes nothing. */
const addressOf = (url: string) =>
  url
    .replace(':importable', 'suppliers')
    .replace(':date', '2001-01-01')
    .replace(/:\w+/g, '2147483647')
    .replace('*', 'nada.js')

const routes = () => test.app.routeTable.filter(({ method }) => method !== 'HEAD')
const urlsOf = (access: Access) => [...new Set(routes().flatMap((route) => (route.access === access ? route.url : [])))]

async function call(method: string, url: string, token?: string) {
  const { statusCode, headers, body } = await test.app.inject({
    method: method as 'GET',
    url: addressOf(url),
    remoteAddress: elsewhere,
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  })
  const isJson = String(headers['content-type']).includes('json')
  return { status: statusCode, code: isJson ? (JSON.parse(body) as { code?: string }).code : undefined }
}

// proves 18.40, V8.2.1
it('does not start with a route that does not say who may call it', async () => {
  const app = fastify()
  await app.register(accessPlugin)
  app.get('/said', { config: { access: 'everyone' } }, async () => '')
  app.get('/forgotten', async () => '')
  await expect(app.ready()).rejects.toThrow('GET /forgotten does not say who may call it')
})

// proves 18.40, V3.5.3, V6.3.4, V6.4.2
it('is open to everyone only where it must be', () => {
  const calls = urlsOf('everyone').filter((url) => url.startsWith('/api'))
  expect(calls.sort()).toEqual([
    '/api/answers',
    '/api/answers/open',
    '/api/auth/forgot-password',
    '/api/auth/login',
    '/api/auth/oidc/finish',
    '/api/auth/oidc/start',
    '/api/auth/password',
    '/api/auth/second-step',
    '/api/calendar/:token.ics',
    '/api/config',
    '/api/config/logo',
  ])
})

describe('every route', () => {
  // proves 18.40
  it('asks nobody in who is not signed in', { timeout: manyCalls }, async () => {
    for (const { method, url, access } of routes()) {
      const { status, code } = await call(method, url)
      const what = `${method} ${url}: ${status} ${code}`
      if (access === 'everyone') expect(status, what).not.toBe(401)
      else if (access === 'operators') expect(code, what).toBe('ONLY_OPERATORS')
      else expect([status, code], what).toEqual([401, 'NOT_SIGNED_IN'])
    }
  })

  // proves 18.40, V8.2.1
  it.each([
    ['a Usuário', role.user, buildUser],
    ['a Gestor', role.manager, buildManager],
    ['an Admin', role.admin, buildAdmin],
  ])('lets %s do what its rule says, and only that', { timeout: manyCalls }, async (_who, ownRole, build) => {
    const person = await build(test.db)
    for (const { method, url, access } of routes()) {
      if (lengthy.includes(url)) continue
      const { status, code } = await call(method, url, await test.tokenOf(person))
      const what = `${method} ${url}: ${status} ${code}`
      expect(status, what).not.toBe(401)
      expect(status, what).toBeLessThan(500)
      if (access === 'operators') expect(code, what).toBe('ONLY_OPERATORS')
      if (typeof access !== 'function') continue
      const verdict = access({ id: person.id, name: '', departmentId: null, role: ownRole })
      if (verdict.allowed) expect(status, what).not.toBe(403)
      else expect([status, code], what).toEqual([403, verdict.code])
    }
  })

  it('has one of the known rules', () => {
    const rules = new Set(routes().flatMap(({ access }) => (typeof access === 'function' ? [access] : [])))
    expect(rules).toEqual(new Set([canAdminister, canReadUsers]))
  })
})

describe('what is for operators', () => {
  const paths = ['/metrics', '/readyz', '/api/openapi.json', '/api/docs', '/api/docs/static/index.css']
  const ask = async (url: string, headers: Record<string, string>, remoteAddress: string, app = test.app) =>
    (await app.inject({ url, headers, remoteAddress })).statusCode

  // proves 18.41, V13.4.5
  it.each(paths)('%s answers this machine and who knows the token', async (path) => {
    expect(await ask(path, {}, '127.0.0.1')).toBe(200)
    expect(await ask(path, {}, '::1')).toBe(200)
    expect(await ask(path, { authorization: `Bearer ${operatorToken}` }, elsewhere)).toBe(200)
    expect(await ask(path, { authorization: `Bearer ${operatorToken}x` }, elsewhere)).toBe(403)
    expect(await ask(path, {}, elsewhere)).toBe(403)
    expect(
      await ask(path, { authorization: `Bearer ${await test.tokenOf(await buildAdmin(test.db))}` }, elsewhere),
    ).toBe(403)
  })

  // proves 18.41, V4.1.3
  it('stays closed to what comes through a proxy on this machine, whatever address is forged', async () => {
    const { app } = await testApp({ config: { TRUST_PROXY: true } })
    for (const one of [test.app, app]) {
      expect(await ask('/metrics', { 'x-forwarded-for': elsewhere }, '127.0.0.1', one)).toBe(403)
      expect(await ask('/metrics', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1', one)).toBe(403)
      expect(await ask('/metrics', { 'x-forwarded-for': '127.0.0.1' }, elsewhere, one)).toBe(403)
      expect(await ask('/metrics', { forwarded: 'for=127.0.0.1' }, '127.0.0.1', one)).toBe(403)
    }
  })

  // proves 18.41
  it('leaves /healthz open', async () => {
    expect(await ask('/healthz', {}, elsewhere)).toBe(200)
  })
})
