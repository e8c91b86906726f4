import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildUser } from '../../test/builders.ts'

// proves 14.13, 18.46, V1.2.3, V3.4.3, V3.4.4, V3.4.5, V3.4.6, V14.2.3
it('gives the first answer, every later one and refusals the same protecting headers', async () => {
  const { app } = await testApp()
  const answers = [await app.inject('/healthz'), await app.inject('/healthz'), await app.inject('/api/protocols')]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 401])
  const protecting = answers.map(({ headers }) =>
    Object.entries(headers).filter(([name]) =>
      /^(content-security|cross-origin|origin|permissions|referrer|x-(?!request-id))/.test(name),
    ),
  )
  expect(Object.fromEntries(protecting[0] ?? [])).toMatchObject({
    'content-security-policy': [
      "default-src 'self'",
      "base-uri 'none'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data: blob:",
      "object-src 'none'",
      "script-src 'self'",
      "script-src-attr 'none'",
      "style-src 'self' 'unsafe-inline'",
      "connect-src 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ].join(';'),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  })
  expect(protecting[1]).toEqual(protecting[0])
  expect(protecting[2]).toEqual(protecting[0])
})

// proves 12.8, V14.2.2, V14.3.2
it('has no answer of a call kept by anybody, however its address is written', async () => {
  const { db, as } = await testApp()
  for (const path of ['/api/departments', '/%61pi/departments', '/feedback/user', '/feedb%61ck/user']) {
    const { status, headers } = await as(await buildUser(db)).get(path)
    expect([path, status, headers['cache-control']]).toEqual([path, 200, 'no-store'])
  }
})

// proves V3.4.2, V3.5.1, V3.5.2
it('allows no page of another origin anything', async () => {
  const { app } = await testApp()
  const from = { origin: 'https://evil.example' }
  const asks = { ...from, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' }
  for (const [method, url, headers] of [
    ['GET', '/api/config', from],
    ['POST', '/api/auth/login', from],
    ['OPTIONS', '/api/auth/profile', asks],
    ['OPTIONS', '/api/config', asks],
  ] as const) {
    const reply = await app.inject({ method, url, headers })
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    if (method === 'OPTIONS') expect(reply.statusCode).toBe(404)
  }
})

// proves 18.46
it('takes no device, and lets the API documentation write its own page', async () => {
  const { app } = await testApp()
  const { headers } = await app.inject('/healthz')
  expect(headers['permissions-policy']).toContain('camera=(), ')
  const docs = await app.inject('/api/docs')
  expect(docs.headers['content-security-policy']).toContain("script-src 'self'")
  expect(docs.headers['content-security-policy']).not.toContain('trusted-types')
})

// proves 18.46, V3.4.1
it.each([
  ['https://malote.test', 'on', 'max-age=31536000'],
  ['https://malote.test', 'off', undefined],
  ['https://malote.test', 'subdomains', 'max-age=31536000; includeSubDomains'],
  ['https://malote.test', 'preload', 'max-age=31536000; includeSubDomains; preload'],
  ['http://malote.test', 'preload', undefined],
] as const)('reached at %s with HSTS=%s, asks browsers to stay with TLS: %s', async (APP_URL, HSTS, expected) => {
  const { app } = await testApp({ config: { APP_URL, HSTS } })
  const { headers } = await app.inject('/healthz')
  expect(headers['strict-transport-security']).toBe(expected)
})
