import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildManager, buildUser } from '../../test/builders.ts'
import type { Client } from '../../test/client.ts'

const isOpen = async (session: Client) => (await session.get('/api/auth/me')).status === 200

/** An Admin with two sessions, and two other people with one each. */
async function openSessions() {
  const test = await testApp({ ownDatabase: true })
  const [admin, user, other] = [await buildAdmin(test.db), await buildUser(test.db), await buildManager(test.db)]
  const sessions = {
    here: test.app.as(admin),
    elsewhere: test.app.as(admin),
    user: test.app.as(user),
    other: test.app.as(other),
  }
  for (const session of Object.values(sessions)) expect(await isOpen(session)).toBe(true)
  const whichAreOpen = async () => {
    const open: string[] = []
    for (const [name, session] of Object.entries(sessions)) if (await isOpen(session)) open.push(name)
    return open
  }
  const audited = () =>
    test.db
      .selectFrom('auditEvents')
      .select(['actorId', 'subjectKind', 'subjectId'])
      .where('action', '=', 'session.ended')
      .execute()
  return { ...test, ...sessions, admin, ids: { admin: admin.id, user: user.id }, whichAreOpen, audited }
}

// proves 18.27, V7.4.5
it('an Admin ends all sessions of one person', async () => {
  const { here, ids, whichAreOpen, audited } = await openSessions()
  expect((await here.delete(`/api/users/${ids.user}/sessions`)).status).toBe(204)
  expect(await whichAreOpen()).toEqual(['here', 'elsewhere', 'other'])
  expect(await audited()).toEqual([{ actorId: ids.admin, subjectKind: 'user', subjectId: String(ids.user) }])

  expect((await here.delete(`/api/users/${ids.admin}/sessions`)).status).toBe(204)
  expect(await whichAreOpen()).toEqual(['here', 'other'])
})

// proves 18.27, V7.4.5
it('an Admin ends the sessions of everybody, and goes on', async () => {
  const { here, ids, whichAreOpen, audited } = await openSessions()
  expect((await here.delete('/api/sessions')).status).toBe(204)
  expect(await whichAreOpen()).toEqual(['here'])
  expect(await audited()).toEqual([{ actorId: ids.admin, subjectKind: 'sessions', subjectId: null }])
})

// proves 18.27
it('nobody else does, nor an Admin whose session was left open', async () => {
  const { here, user, other, ids, clock, whichAreOpen } = await openSessions()
  for (const session of [user, other]) {
    for (const path of [`/api/users/${ids.admin}/sessions`, '/api/users/999999/sessions', '/api/sessions']) {
      expect((await session.delete(path)).body.code).toBe('ONLY_ADMINS')
    }
  }
  expect((await here.delete('/api/users/999999/sessions')).status).toBe(404)
  clock.advance(11 * 60_000)
  for (const path of [`/api/users/${ids.user}/sessions`, '/api/sessions']) {
    expect((await here.delete(path)).body.code).toBe('PROOF_NEEDED')
  }
  expect(await whichAreOpen()).toHaveLength(4)
})
