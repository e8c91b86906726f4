import { describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildAdmin, buildUser, testPassword } from '../../test/builders.ts'

async function organisation() {
  const test = await testApp()
  return { ...test, admin: await buildAdmin(test.db, { name: 'Helena Prado' }), person: await buildUser(test.db) }
}
type Organisation = Awaited<ReturnType<typeof organisation>>

const titlesOf = async ({ db }: TestApp, { id }: { id: number }) =>
  (await db.selectFrom('notifications').select('title').where('userId', '=', id).execute()).map(({ title }) => title)

describe('the owner of an account', () => {
  // proves 18.103
  it.each<[string, string, (test: Organisation) => Promise<unknown>]>([
    [
      'of a new password of their own',
      'Senha alterada',
      ({ as, person }) =>
        as(person).put('/api/auth/profile', { currentPassword: testPassword, newPassword: 'duas palavras' }),
    ],
    [
      'of the end of their other sessions',
      'Sessões encerradas',
      ({ as, person }) => as(person).delete('/api/auth/sessions'),
    ],
    [
      'of the end of one of them',
      'Sessão encerrada',
      async ({ as, tokenOf, person }) => {
        await tokenOf(person)
        const session = as(person)
        const { body } = await session.get('/api/auth/sessions')
        const other = body.find(({ is_current }: { is_current: boolean }) => !is_current)
        return session.delete(`/api/auth/sessions/${other.id}`)
      },
    ],
    [
      'of the end of their sessions by an Admin',
      'Sessões encerradas',
      ({ as, admin, person }) => as(admin).delete(`/api/users/${person.id}/sessions`),
    ],
    [
      'of the end of everybody’s sessions',
      'Sessões encerradas',
      async ({ as, admin, person, tokenOf }) => {
        await tokenOf(person)
        return as(admin).delete('/api/sessions')
      },
    ],
    [
      'of the end of their calendar’s address',
      'Endereço de calendário encerrado',
      async ({ as, db, person }) => {
        await db
          .insertInto('calendarFeeds')
          .values({ userId: person.id, tokenHash: Buffer.alloc(32, 1), createdAt: new Date() })
          .execute()
        return as(person).delete('/api/profile/calendar-feed')
      },
    ],
    [
      'of new recovery codes',
      'Códigos de recuperação trocados',
      async ({ as, db, person }) => {
        const method = { userId: person.id, kind: 'totp', name: 'Celular', secret: Buffer.alloc(20), lastStep: 0 }
        await db.insertInto('secondStepMethods').values(method).execute()
        return as(person).post('/api/auth/second-step/recovery-codes')
      },
    ],
  ])('is told %s', async (_, title, act) => {
    const test = await organisation()
    const reply = (await act(test)) as { status: number }
    expect(reply.status).toBeLessThan(300)
    expect(await titlesOf(test, test.person)).toEqual([title])
    expect(await titlesOf(test, test.admin)).toEqual([])
  })

  // proves 18.103
  it('is told of a password that a link has chosen', async () => {
    const test = await organisation()
    const { body } = await test.as(test.admin).post(`/api/users/${test.person.id}/invite`)
    const token = decodeURIComponent(body.invitation.url.split('#token=')[1])
    await test.anonymous.post('/api/auth/password', { token, newPassword: 'duas palavras' })
    expect(await titlesOf(test, test.person)).toEqual(['Link para nova senha criado', 'Senha escolhida por um link'])
  })
})
