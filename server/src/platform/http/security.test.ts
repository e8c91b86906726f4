import { role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { loggedApp, testApp } from '../../test/app.ts'
import { buildAdmin, buildUser, testPassword } from '../../test/builders.ts'
import { clientOf } from '../../test/client.ts'

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
it('takes no device but the camera, for its own pages, and lets the API documentation write its own page', async () => {
  const { app } = await testApp()
  const { headers } = await app.inject('/healthz')
  expect(headers['permissions-policy']).toMatch(/^camera=\(self\), .*microphone=\(\), /)
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

/** An app with a readable log. */
async function watchedOrganisation(level = 'warn', ownDatabase = false) {
  const { db } = await testApp({ ownDatabase })
  const { app, lines } = await loggedApp({ db }, level)
  const signIn = async (email: string, password = testPassword) => {
    const { status, body } = await clientOf(app).post('/api/auth/login', { email, password })
    return { status, client: clientOf(app, async () => body.token), token: String(body.token) }
  }
  const events = () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event !== undefined)
  return { app, db, lines, signIn, events, anonymous: clientOf(app) }
}

describe('the log of what concerns accounts', () => {
  // proves V16.2.1, V16.3.1
  it('has who signed in, who did not, and from where, at the level that is the default', async () => {
    const { db, signIn, events } = await watchedOrganisation()
    const user = await buildUser(db)

    await signIn(user.email)
    await signIn(user.email, 'errada')
    await signIn('ninguem@malote.test', 'errada')

    const from = { event: 'sign-in', address: '127.0.0.1', method: 'POST', route: '/api/auth/login' }
    expect(events()).toMatchObject([
      { ...from, level: 30, status: 200, accountId: user.id },
      { ...from, event: 'sign-in.failed', level: 40, status: 401, code: 'BAD_CREDENTIALS', accountId: user.id },
      { ...from, event: 'sign-in.failed', level: 40, status: 401, code: 'BAD_CREDENTIALS' },
    ])
    expect(events()[2]).not.toHaveProperty('accountId')
  })

  // proves 18.37
  it('has every change of a password, of a session and of a person, by whom and of whom', async () => {
    const { db, signIn, events } = await watchedOrganisation()
    const admin = await buildAdmin(db)
    const user = await buildUser(db)
    const { client } = await signIn(admin.email)

    await client.put('/api/auth/profile', { phone: '1' })
    await client.put('/api/auth/profile', { currentPassword: 'errada', newPassword: 'outra senha' })
    await client.post(`/api/users/${user.id}/invite`)
    await client.delete('/api/auth/sessions')
    await client.delete(`/api/users/${user.id}`)
    await client.post('/api/auth/logout')

    const by = { userId: admin.id }
    expect(events().slice(1)).toMatchObject([
      { ...by, event: 'password.changed', status: 400, code: 'CURRENT_PASSWORD_WRONG' },
      { ...by, event: 'password.link', status: 201, params: { id: user.id } },
      { ...by, event: 'session.ended', status: 204 },
      { ...by, event: 'user.deleted', status: 204, params: { id: user.id } },
      { ...by, event: 'sign-out', status: 204 },
    ])
  })

  it('names the person who chooses a password through a link', async () => {
    const { db, signIn, events, anonymous } = await watchedOrganisation()
    const admin = await buildAdmin(db)
    const user = await buildUser(db)
    const { client } = await signIn(admin.email)
    const { body } = await client.post(`/api/users/${user.id}/invite`)
    const token = body.invitation.url.split('#token=')[1]

    await anonymous.post('/api/auth/password', { token, newPassword: 'uma senha nova' })
    await anonymous.post('/api/auth/password', { token, newPassword: 'uma senha nova' })

    expect(events().slice(2)).toMatchObject([
      { event: 'password.changed', status: 204, accountId: user.id },
      { event: 'password.changed', status: 400, code: 'TOKEN_INVALID' },
    ])
  })

  // proves V16.3.2
  it('has every refusal of access, with the rule', async () => {
    const { db, signIn, events, anonymous } = await watchedOrganisation()
    const user = await buildUser(db, { role: role.user })
    const { client } = await signIn(user.email)

    await client.get('/api/users')
    await anonymous.get('/api/protocols/7')
    await client.get('/api/protocols/7')

    expect(events().slice(1)).toMatchObject([
      { event: 'access.denied', level: 40, status: 403, code: 'ONLY_ADMINS_AND_MANAGERS', userId: user.id },
      { event: 'access.denied', status: 401, code: 'NOT_SIGNED_IN', route: '/api/protocols/:id', params: { id: '7' } },
    ])
  })

  it('has nothing of an import that was undone', async () => {
    const { app, db, signIn, events } = await watchedOrganisation('warn', true)
    const [admin, known] = [await buildAdmin(db), await buildUser(db)]
    const { client } = await signIn(admin.email)
    const { name } = await db.selectFrom('departments').select('name').limit(1).executeTakeFirstOrThrow()
    const content = Buffer.from(
      ['Nome;E-mail;Departamento', `Nova;nova@malote.test;${name}`, `Outra;${known.email};${name}`].join('\n'),
    )
    const { token } = (await client.post('/api/import/users/preview', content)).body
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'x'; end $$`.execute(
      db,
    )
    await sql`create trigger fail before update of name on users for each row execute function fail()`.execute(db)
    const reply = await client.post(`/api/import/users?token=${token}`, content)
    expect(String(reply.body)).toContain('UNAVAILABLE')
    await app.close()
    expect(events().map(({ event }) => event)).toEqual(['sign-in'])
  })

  // proves V16.2.3, V16.2.4
  it('is silent where only errors are wanted', async () => {
    const { signIn, lines } = await watchedOrganisation('error')
    await signIn('ninguem@malote.test', 'errada')
    expect(lines).toEqual([])
  })
})

// proves V14.2.1, V16.2.5, V16.4.1
it('writes no password, token or address of a person down, however much is logged', async () => {
  const { app, db, lines, signIn } = await watchedOrganisation('trace')
  const admin = await buildAdmin(db)
  const { client, token } = await signIn(admin.email)
  await signIn(admin.email, 'segredo-errado')
  const { body } = await client.post(`/api/users/${admin.id}/invite`)
  const linkToken = body.invitation.url.split('#token=')[1]
  // As links were until tokens moved behind the `#`.
  await app.inject(`/primeiro-acesso?token=${linkToken}`)
  await app.inject(`/api/auth/me?access_token=${token}`)

  const log = lines.join('')
  expect(log).toContain('/primeiro-acesso?token=')
  for (const secret of [token, testPassword, 'segredo-errado', linkToken, admin.email]) {
    expect(log).not.toContain(secret)
  }
})
