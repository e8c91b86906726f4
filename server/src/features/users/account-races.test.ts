import { role } from '@malote/core/users/role.ts'
import { describe, expect, it } from 'vitest'
import type { Trx } from '../../platform/db/connect.ts'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildDepartment, buildUser } from '../../test/builders.ts'
import type { Client, Reply } from '../../test/client.ts'
import { untilWaiting } from '../../test/until-waiting.ts'

type Person = Awaited<ReturnType<typeof buildUser>>

const formOf = ({ name, email, departmentId }: Person) => ({ uname: name, uemail: email, udpid: departmentId })

const lockPerson = (trx: Trx, { id }: Person) =>
  trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()

async function organisation() {
  const test = await testApp({ ownDatabase: true })
  const { db } = test
  const { id: departmentId } = await buildDepartment(db)
  const [boss, rival] = [await buildAdmin(db, { departmentId }), await buildAdmin(db, { departmentId })]
  const user = await buildUser(db, { departmentId })
  const [asBoss, asRival] = [test.as(boss), test.as(rival)]
  for (const client of [asBoss, asRival]) await client.get('/api/auth/me')
  return { ...test, boss, rival, user, asBoss, asRival }
}

interface Scene {
  rival: Person
  user: Person
}

/** What an Admin can do with accounts; each takes rights, or gives them. */
const acts: [string, (client: Client, scene: Scene) => Promise<Reply>][] = [
  [
    'their own role back',
    (client, { rival }) => client.put(`/api/users/${rival.id}`, { ...formOf(rival), role: role.admin }),
  ],
  ['another Admin', (client, { user }) => client.put(`/api/users/${user.id}`, { ...formOf(user), role: role.admin })],
  [
    'a new Admin',
    (client, { user }) => client.post('/api/users', { ...formOf(user), uemail: 'novo@malote.test', role: role.admin }),
  ],
  ['one person less', (client, { user }) => client.delete(`/api/users/${user.id}`)],
  ['an import', (client) => client.post('/api/import/users?token=x', Buffer.from('Nome;E-mail;Departamento'))],
]

describe.each([{ role: role.manager }, { is_active: false }])('an Admin who becomes %j', (change) => {
  // proves 10.6
  it.each(acts)('does not get %s by a call that waited meanwhile', async (_, act) => {
    const { db, rival, user, asBoss, asRival } = await organisation()
    const before = await db
      .selectFrom('users')
      .select(['id', 'role'])
      .where('id', '<>', rival.id)
      .orderBy('id')
      .execute()
    const replies: Promise<Reply>[] = []
    await db.transaction().execute(async (trx) => {
      await lockPerson(trx, rival)
      replies.push(asBoss.put(`/api/users/${rival.id}`, { ...formOf(rival), ...change }))
      await untilWaiting(db, 1)
      replies.push(act(asRival, { rival, user }))
      await untilWaiting(db, 2)
    })
    const [changed, refused] = await Promise.all(replies)
    expect(changed?.status).toBe(200)
    expect(JSON.stringify(refused?.body)).toContain('ONLY_ADMINS')
    const after = await db
      .selectFrom('users')
      .select(['id', 'role'])
      .where('id', '<>', rival.id)
      .orderBy('id')
      .execute()
    expect(after).toEqual(before)
    const { role: now, isActive } = await db
      .selectFrom('users')
      .select(['role', 'isActive'])
      .where('id', '=', rival.id)
      .executeTakeFirstOrThrow()
    expect(now === role.admin && isActive).toBe(false)
  })
})

it('an Admin whose session ends while a call waits hears so', async () => {
  const { db, boss, user, asBoss } = await organisation()
  let reply: Promise<Reply> | undefined
  await db.transaction().execute(async (trx) => {
    await lockPerson(trx, user)
    reply = asBoss.put(`/api/users/${user.id}`, { ...formOf(user), role: role.manager })
    await untilWaiting(db, 1)
    await db.deleteFrom('sessions').where('userId', '=', boss.id).execute()
  })
  expect(await reply).toMatchObject({ status: 401, body: { code: 'NOT_SIGNED_IN' } })
})

it('who chooses a password while being deactivated waits, and nobody deadlocks', async () => {
  const { db, user, asBoss, as, anonymous } = await organisation()
  await as(user).get('/api/auth/me')
  const { body } = await asBoss.post(`/api/users/${user.id}/invite`)
  const token = body.invitation.url.split('#token=')[1]
  const replies: Promise<Reply>[] = []
  await db.transaction().execute(async (trx) => {
    // The deactivation has the person and waits here, before it ends the links.
    await trx.selectFrom('sessions').select('id').where('userId', '=', user.id).forUpdate().execute()
    replies.push(asBoss.put(`/api/users/${user.id}`, { ...formOf(user), is_active: false }))
    await untilWaiting(db, 1)
    replies.push(anonymous.post('/api/auth/password', { token, newPassword: 'girassol 64' }))
    await untilWaiting(db, 2)
  })
  const [deactivated, chosen] = await Promise.all(replies)
  expect(deactivated?.status).toBe(200)
  expect(chosen).toMatchObject({ status: 400, body: { code: 'TOKEN_INVALID' } })
})
