import { role } from '@malote/core/users/role.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildUser, testPassword } from '../../test/builders.ts'
import type { Client } from '../../test/client.ts'

const [minute, hour] = [60_000, 3_600_000]
const stale = { message: 'Confirme a sua senha para continuar', code: 'PROOF_NEEDED' }

/** An Admin whose session was opened more than four hours ago, and somebody else. */
async function forgottenSession() {
  const test = await testApp()
  const [admin, user] = [await buildAdmin(test.db), await buildUser(test.db)]
  const session = test.app.as(admin)
  await session.get('/api/auth/me')
  test.clock.advance(4 * hour + minute)
  return { ...test, admin, session, user }
}

const formOf = ({ name, email, departmentId }: { name: string; email: string; departmentId: number | null }) => ({
  uname: name,
  uemail: email,
  udpid: departmentId,
})

type Call = (session: Client, user: Awaited<ReturnType<typeof buildUser>>) => ReturnType<Client['get']>

const calls: [string, Call][] = [
  [
    'an e-mail address',
    (session, user) => session.put(`/api/users/${user.id}`, { ...formOf(user), uemail: 'x@y.test' }),
  ],
  ['a role', (session, user) => session.put(`/api/users/${user.id}`, { ...formOf(user), role: role.admin })],
  [
    'a new Admin',
    (session, user) => session.post('/api/users', { ...formOf(user), uemail: 'novo@y.test', role: role.admin }),
  ],
  ['a link for somebody else’s password', (session, user) => session.post(`/api/users/${user.id}/invite`)],
  ['an import of users', (session) => session.post('/api/import/users?token=x', Buffer.from('Nome'))],
  ['the end of other sessions', (session) => session.delete('/api/auth/sessions')],
  ['the end of one session', (session) => session.delete('/api/auth/sessions/1')],
]

describe('a session that was left open', () => {
  // proves 18.20, V7.5.1, V7.5.2
  it.each(calls)('needs the password again for %s', async (_, call) => {
    const { session, user } = await forgottenSession()
    const { status, body } = await call(session, user)
    expect(status).toBe(403)
    expect(body).toEqual(stale)

    expect((await session.post('/api/auth/proof', { currentPassword: testPassword })).status).toBe(204)
    expect((await call(session, user)).body?.code).not.toBe('PROOF_NEEDED')
  })

  it('still does everything that changes nobody’s access', async () => {
    const { session, user, db } = await forgottenSession()
    const created = { ...formOf(user), uemail: `nova-${user.email}`, role: role.user }
    expect((await session.post('/api/users', created)).status).toBe(201)
    const renamed = { ...formOf(user), uname: 'Outro Nome', uemail: user.email.toUpperCase() }
    expect((await session.put(`/api/users/${user.id}`, renamed)).status).toBe(200)
    const invited = await buildUser(db, { password: null })
    expect((await session.post(`/api/users/${invited.id}/invite`)).status).toBe(201)
    expect((await session.get('/api/auth/sessions')).status).toBe(200)
  })

  it('needs the password again for the first link of an Admin', async () => {
    const { session, db } = await forgottenSession()
    const { id } = await buildAdmin(db, { password: null })
    expect((await session.post(`/api/users/${id}/invite`)).body).toEqual(stale)
  })

  it('needs the password again to make a former Admin one again', async () => {
    const { session, db } = await forgottenSession()
    const [former, person] = [await buildAdmin(db, { isActive: false }), await buildUser(db, { isActive: false })]
    const activate = (one: typeof person) => session.put(`/api/users/${one.id}`, { ...formOf(one), is_active: true })
    expect((await activate(former)).body).toEqual(stale)
    expect((await activate(person)).status).toBe(200)
    await session.post('/api/auth/proof', { currentPassword: testPassword })
    expect((await activate(former)).body).toMatchObject({ role: role.admin, is_active: true })
  })

  it('has not proved anything when the answer is about who is asked for', async () => {
    const { session, app, db } = await forgottenSession()
    expect((await session.post('/api/users/999999/invite')).status).toBe(404)
    const manager = app.as(await buildUser(db))
    expect((await manager.post('/api/users/999999/invite')).body.code).toBe('ONLY_ADMINS')
  })
})

describe('the password again', () => {
  // proves 18.20
  it('is refused at its field, and counts as a failed sign-in', async () => {
    const { session, admin, anonymous } = await forgottenSession()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { status, body } = await session.post('/api/auth/proof', { currentPassword: 'errada' })
      expect(status).toBe(400)
      expect(body.errors).toEqual({ currentPassword: 'Senha atual incorreta' })
    }
    const stopped = await session.post('/api/auth/proof', { currentPassword: testPassword })
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(14 * 60)
    const signIn = await anonymous.post('/api/auth/login', { email: admin.email, password: testPassword })
    expect(signIn.status).toBe(429)
  })

  it('cannot be given by somebody who has none', async () => {
    const { app, db } = await testApp()
    const session = app.as(await buildUser(db, { password: null }))
    const { status, body } = await session.post('/api/auth/proof', { currentPassword: 'qualquer' })
    expect(status).toBe(400)
    expect(body.errors.currentPassword).toContain('entre de novo')
  })

  // proves 18.20
  it.each([
    [
      'ten minutes for the end of others’ sessions',
      10 * minute,
      (one: Client, id: number) => one.delete(`/api/users/${id}/sessions`),
    ],
    ['four hours for a new link', 4 * hour, (one: Client, id: number) => one.post(`/api/users/${id}/invite`)],
  ])('counts for %s, in this session alone', async (_, lifetime, call) => {
    const { session, user, clock, app, admin } = await forgottenSession()
    const elsewhere = app.as(admin)
    await elsewhere.get('/api/auth/me')
    clock.advance(lifetime + 1)
    await session.post('/api/auth/proof', { currentPassword: testPassword })
    expect((await call(elsewhere, user.id)).body).toEqual(stale)
    clock.advance(lifetime)
    expect((await call(session, user.id)).status).toBeLessThan(300)
    clock.advance(1)
    expect((await call(session, user.id)).body).toEqual(stale)
  })
})
