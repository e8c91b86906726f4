import { describe, expect, it } from 'vitest'
import { buildAdmin, buildManager, buildUser } from '../../test/builders.ts'
import { expired, guardedDoor } from './second-step.test-setup.ts'

const reset = (id: number) => `/api/users/${id}/second-step/reset`

describe('an Admin’s reset of a second step', () => {
  // proves 18.17, V6.4.4
  it('lets the person in with the password alone, ends their sessions, and tells them', async () => {
    const { db, as, login, begin, finish, enrolTotp, withToken } = await guardedDoor()
    const [admin, user] = [await buildAdmin(db, { name: 'Célia Rocha' }), await buildUser(db, { name: 'Rita Prado' })]
    const { client, code, recoveryCodes } = await enrolTotp(user)
    const before = await as(admin).get(`/api/users/${user.id}/second-step`)
    expect(before.body).toMatchObject({ required: false, methods: [{ kind: 'totp' }], recovery_codes_left: 10 })
    const token = await begin(user)

    expect((await as(admin).post(reset(user.id))).status).toBe(204)

    expect((await client.get('/api/auth/me')).status).toBe(401)
    expect(await finish({ token, method: 'totp', code: code() })).toMatchObject(expired)
    expect(await finish({ token, method: 'recovery', code: recoveryCodes[0] })).toMatchObject(expired)
    const { body } = await login(user)
    expect(Object.keys(body).sort()).toEqual(['token', 'user'])
    const { notifications } = (await withToken(body.token).get(`/notifications/${user.id}`)).body
    expect(notifications[0]).toMatchObject({ type: 'account', title: 'Verificação em duas etapas redefinida' })
    expect(notifications[0].message).toMatch(/^Célia Rocha redefiniu a sua verificação em duas etapas: /)
    const event = await db
      .selectFrom('auditEvents')
      .selectAll()
      .where('action', '=', 'second-step.reset')
      .where('subjectId', '=', String(user.id))
      .executeTakeFirst()
    expect(event).toMatchObject({
      actorId: admin.id,
      subjectKind: 'user',
      subjectName: 'Rita Prado',
      before: { methods: [{ kind: 'totp', name: 'Aplicativo autenticador' }] },
      address: '127.0.0.1',
    })
  })

  it('of a person without one does nothing', async () => {
    const { db, as, tokenOf, withToken } = await guardedDoor()
    const [admin, user] = [await buildAdmin(db), await buildUser(db)]
    const session = withToken(await tokenOf(user))
    expect((await as(admin).post(reset(user.id))).status).toBe(204)
    expect((await session.get(`/notifications/${user.id}`)).body.notifications).toEqual([])
  })

  // proves 18.17
  it('is nobody else’s, nor for oneself, nor with a sign-in of long ago', async () => {
    const { db, clock, as, enrolTotp, login } = await guardedDoor()
    const [admin, manager, user] = [await buildAdmin(db), await buildManager(db), await buildUser(db)]
    const { client } = await enrolTotp(user)
    for (const person of [as(manager), client]) {
      expect(await person.post(reset(user.id))).toMatchObject({ status: 403, body: { code: 'ONLY_ADMINS' } })
      expect(await person.get(`/api/users/${user.id}/second-step`)).toMatchObject({ status: 403 })
    }
    const session = as(admin)
    expect(await session.post(reset(admin.id))).toMatchObject({ status: 403, body: { code: 'OWN_SECOND_STEP' } })
    expect(await session.post(reset(999_999))).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
    clock.advance(10 * 60_000 + 1)
    expect(await session.post(reset(user.id))).toMatchObject({ status: 403, body: { code: 'PROOF_NEEDED' } })
    expect((await login(user)).body).toHaveProperty('second_step')
  })
})
