import { ownWordsAsPassword } from '@malote/core/auth/password-words.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildDepartment, buildUser, testPassword } from '../../test/builders.ts'

const hour = 3_600_000

async function invitedPerson() {
  const test = await testApp({ now: '2026-11-21T12:00:00Z' })
  const admin = await buildAdmin(test.db)
  const { id: departmentId } = await buildDepartment(test.db)
  const email = `nova${departmentId}@malote.test`
  const { body } = await test.app
    .as(admin)
    .post('/api/users', { uname: 'Ana Nova', uemail: email, udpid: departmentId })
  return { ...test, admin, email, user: body, token: tokenIn(body.invitation.url) }
}

const tokenIn = (url: string) => url.split('#token=')[1] ?? ''

describe('first access', () => {
  // proves 7.1.3, 10.17, 10.18
  it('begins with an invitation and ends with a password of one’s own', async () => {
    const { app, admin, anonymous, email, user, token } = await invitedPerson()
    expect(user.first_access).toBe(1)
    expect(user.invitation.url).toMatch(/^https:\/\/malote\.test\/primeiro-acesso#token=[\w-]{43}$/)
    expect(user.invitation.expires_at).toBe('2026-11-24T12:00:00.000Z')
    expect((await anonymous.post('/api/auth/login', { email, password: testPassword })).status).toBe(401)

    expect((await anonymous.post('/api/auth/password', { token, newPassword: 'minha-senha' })).status).toBe(204)

    expect((await anonymous.post('/api/auth/login', { email, password: 'minha-senha' })).status).toBe(200)
    const { body: users } = await app.as(admin).get('/api/users')
    expect(users.find(({ uid }: { uid: number }) => uid === user.uid).first_access).toBe(0)
  })

  // proves 7.7.5, 10.18, V6.4.1
  it('works once, also when the link is used twice at the same moment', async () => {
    const { anonymous, token } = await invitedPerson()
    const use = (newPassword: string) => anonymous.post('/api/auth/password', { token, newPassword })
    const replies = await Promise.all([use('primeira'), use('segunda')])
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 400])
    const again = await use('terceira')
    expect(again.status).toBe(400)
    expect(again.body).toEqual({
      message: 'Este link é inválido ou expirou. Peça um novo.',
      code: 'TOKEN_INVALID',
    })
  })

  // proves 10.17, V6.4.1
  it('ends after 72 hours, with a newer invitation and with deactivation', async () => {
    const late = await invitedPerson()
    late.clock.advance(72 * hour)
    const use = (test: typeof late, token: string) =>
      test.anonymous.post('/api/auth/password', { token, newPassword: 'minha-senha' })
    expect((await use(late, late.token)).status).toBe(400)

    const renewed = await invitedPerson()
    const second = await renewed.app.as(renewed.admin).post(`/api/users/${renewed.user.uid}/invite`)
    expect(second.status).toBe(201)
    expect((await use(renewed, renewed.token)).status).toBe(400)
    expect((await use(renewed, tokenIn(second.body.invitation.url))).status).toBe(204)

    const leaver = await invitedPerson()
    const { uname, uemail, udpid } = leaver.user
    await leaver.app.as(leaver.admin).put(`/api/users/${leaver.user.uid}`, { uname, uemail, udpid, is_active: false })
    expect((await use(leaver, leaver.token)).status).toBe(400)
  })

  it('asks for a password that is long enough', async () => {
    const { anonymous, token } = await invitedPerson()
    const { status, body } = await anonymous.post('/api/auth/password', { token, newPassword: '12345' })
    expect(status).toBe(400)
    expect(body.errors).toEqual({ newPassword: 'A nova senha deve ter pelo menos 6 caracteres' })
    expect((await anonymous.post('/api/auth/password', { token, newPassword: 'é seis' })).status).toBe(204)
  })

  // proves 18.23, V6.2.4
  it.each([
    ['123456', 'Esta senha é muito comum e fácil de adivinhar. Escolha outra.'],
    ['PassWord1', 'Esta senha é muito comum e fácil de adivinhar. Escolha outra.'],
    ['Ana.Nova-2026', ownWordsAsPassword],
    ['prefeitura de teste', ownWordsAsPassword],
  ])('does not take %s, and the link still works', async (newPassword, sentence) => {
    const { anonymous, token } = await invitedPerson()
    const { status, body } = await anonymous.post('/api/auth/password', { token, newPassword })
    expect(status).toBe(400)
    expect(body).toEqual({ message: sentence, code: 'INVALID_INPUT', errors: { newPassword: sentence } })
    expect((await anonymous.post('/api/auth/password', { token, newPassword: 'malote123' })).status).toBe(204)
  })

  it('signs out whoever used the old password', async () => {
    const { app, db, anonymous } = await testApp()
    const admin = await buildAdmin(db)
    const user = await buildUser(db)
    const session = app.as(user)
    expect((await session.get('/api/auth/me')).status).toBe(200)
    const { body } = await app.as(admin).post(`/api/users/${user.id}/invite`)
    await anonymous.post('/api/auth/password', { token: tokenIn(body.invitation.url), newPassword: 'nova-senha' })
    expect((await session.get('/api/auth/me')).status).toBe(401)
  })

  it('invites nobody who is deactivated or unknown', async () => {
    const { app, db } = await testApp()
    const admin = await buildAdmin(db)
    const inactive = await buildUser(db, { isActive: false })
    const refused = await app.as(admin).post(`/api/users/${inactive.id}/invite`)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('Este usuário está inativo')
    expect((await app.as(admin).post('/api/users/999999/invite')).status).toBe(404)
  })
})

describe('a forgotten password', () => {
  // proves 10.19
  it.each(['known', 'unknown', 'too often'])('is answered the same for an address that is %s', async (kind) => {
    const { db, anonymous } = await testApp()
    const email = kind === 'unknown' ? 'ninguem@malote.test' : (await buildUser(db)).email
    for (let attempt = 0; attempt < (kind === 'too often' ? 5 : 1); attempt += 1) {
      const { status, body } = await anonymous.post('/api/auth/forgot-password', { email })
      expect(status).toBe(204)
      expect(body).toBeUndefined()
    }
  })

  it('needs something like an address', async () => {
    const { anonymous } = await testApp()
    const { status, body } = await anonymous.post('/api/auth/forgot-password', { email: 'maria' })
    expect(status).toBe(400)
    expect(body.errors).toEqual({ email: 'Email inválido' })
  })
})
