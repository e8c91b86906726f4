import { role } from '@malote/core/users/role.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Trx } from '../../platform/db/connect.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import {
  buildAdmin,
  buildDepartment,
  buildManager,
  buildNotification,
  buildProtocol,
  buildUser,
} from '../../test/builders.ts'
import type { Client, Reply } from '../../test/client.ts'
import { untilWaiting } from '../../test/database.ts'
import { recordsOf } from '../../test/organisation.ts'

let test: TestApp
let admin: Awaited<ReturnType<typeof buildAdmin>>

beforeAll(async () => {
  test = await testApp()
  admin = await buildAdmin(test.db)
})

const asAdmin = () => test.as(admin)

/** The form of the users' screen for a person, without changes. */
const formOf = (user: { name: string; email: string; departmentId: number | null; role: string }) => ({
  uname: user.name,
  uemail: user.email,
  udpid: user.departmentId,
  role: user.role,
})

describe('the list of people', () => {
  // proves 1.1, 3.2, 7.7.5
  it('has everybody by name, with the fields of the screen', async () => {
    const { db, as } = await testApp({ ownDatabase: true })
    const department = await buildDepartment(db, { name: 'Jurídico' })
    const own = { departmentId: department.id }
    const boss = await buildAdmin(db, { ...own, name: 'zulmira', email: 'z@malote.test' })
    const agnes = await buildUser(db, { ...own, name: 'Ágnes', phone: '11 4000-0000', password: null })
    await buildManager(db, { ...own, name: 'Bruno', isActive: false })
    await buildProtocol(db, { createdBy: boss.id })

    const { status, body } = await as(boss).get('/api/users')

    expect(status).toBe(200)
    expect(body.slice(0, 2).map(({ uname }: { uname: string }) => uname)).toEqual(['Ágnes', 'Bruno'])
    expect(body[0]).toEqual({
      uid: agnes.id,
      uname: 'Ágnes',
      uemail: agnes.email,
      uphone: '11 4000-0000',
      udpid: department.id,
      department_name: 'Jurídico',
      role: 'Usuário',
      is_active: true,
      first_access: 1,
      protocols_created: 0,
    })
    expect(body.at(-1)).toMatchObject({ uname: 'zulmira', role: 'Admin', first_access: 0, protocols_created: 1 })
    expect(body[1]).toMatchObject({ role: 'Gestor', is_active: false })
  })

  // proves 3.2, 5.2.7, 7.5.1
  it('of one department is for everybody: the active ones, by name', async () => {
    const department = await buildDepartment(test.db)
    const own = { departmentId: department.id }
    const bia = await buildUser(test.db, { ...own, name: 'Bia' })
    const ana = await buildUser(test.db, { ...own, name: 'Ana' })
    await buildUser(test.db, { ...own, isActive: false })
    const anyone = test.as(await buildUser(test.db))

    const { body } = await anyone.get(`/api/departments/${department.id}/users`)

    expect(body).toEqual([
      { uid: ana.id, uname: 'Ana' },
      { uid: bia.id, uname: 'Bia' },
    ])
    const { id: empty } = await buildDepartment(test.db)
    expect((await anyone.get(`/api/departments/${empty}/users`)).body).toEqual([])
    expect((await anyone.get('/api/departments/999999/users')).status).toBe(404)
    expect((await anyone.get('/api/departments/abc/users')).status).toBe(404)
  })
})

describe('a new person', () => {
  // proves 5.5.5
  it('is an active Usuário unless said otherwise', async () => {
    const { id: udpid, name } = await buildDepartment(test.db)
    const { status, body } = await asAdmin().post('/api/users', {
      uname: '  Carla Dias ',
      uemail: 'Carla@Malote.test',
      udpid,
      uphone: '',
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      uid: expect.any(Number),
      uname: 'Carla Dias',
      uemail: 'Carla@Malote.test',
      uphone: null,
      udpid,
      department_name: name,
      role: 'Usuário',
      is_active: true,
      first_access: 1,
      protocols_created: 0,
      invitation: { url: expect.stringContaining('/primeiro-acesso#token='), expires_at: expect.any(String) },
    })
  })

  // proves 5.5.5
  it('is refused with a sentence per field, new or edited, and one who is unknown before that', async () => {
    const missing = { uname: 'Nome é obrigatório', uemail: 'E-mail é obrigatório', udpid: 'Departamento é obrigatório' }
    const nowhere = { uname: 'Eva', uemail: 'eva@malote.test', udpid: 999_999 }
    const { id } = await buildUser(test.db)
    for (const [sent, errors] of [
      [{}, missing],
      [nowhere, { udpid: 'Departamento não encontrado' }],
    ]) {
      expect(await asAdmin().post('/api/users', sent)).toMatchObject({ status: 400, body: { errors } })
      expect(await asAdmin().put(`/api/users/${id}`, sent)).toMatchObject({ status: 400, body: { errors } })
    }
    const unknown = { status: 404, body: { message: 'Usuário não encontrado' } }
    expect(await asAdmin().put('/api/users/999999', {})).toMatchObject(unknown)
  })

  // proves 13.2
  it('has an address of their own, in any letter case', async () => {
    const [one, { email, departmentId: udpid }] = [await buildUser(test.db), await buildUser(test.db)]
    const message = 'Já existe um usuário com este e-mail'
    const taken = { status: 409, body: { message, code: 'EMAIL_TAKEN', errors: { uemail: message } } }
    const sent = { uname: 'Outra', uemail: email.toUpperCase(), udpid }
    expect(await asAdmin().post('/api/users', sent)).toMatchObject(taken)
    expect(await asAdmin().put(`/api/users/${one.id}`, { ...formOf(one), uemail: email })).toMatchObject(taken)
  })
})

describe('changing a person', () => {
  // proves 7.7.5, 12.20, V15.3.3
  it('writes the form and leaves what it does not name', async () => {
    const user = await buildManager(test.db, { phone: '123' })
    const { id: udpid } = await buildDepartment(test.db)
    const sent = { uid: user.id, uname: 'Novo Nome', uemail: user.email, udpid }
    const { status, body } = await asAdmin().put(`/api/users/${user.id}`, sent)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      uid: user.id,
      uname: 'Novo Nome',
      udpid,
      role: 'Gestor',
      uphone: '123',
      is_active: true,
    })
  })

  // proves 10.10, V7.4.2
  it('signs whoever is deactivated out at once, and coming back does not revive the session', async () => {
    const user = await buildUser(test.db)
    const session = test.as(user)
    expect((await session.get('/api/auth/me')).status).toBe(200)
    await asAdmin().put(`/api/users/${user.id}`, { ...formOf(user), is_active: false })
    expect((await session.get('/api/auth/me')).status).toBe(401)
    await asAdmin().put(`/api/users/${user.id}`, { ...formOf(user), is_active: true })
    expect((await session.get('/api/auth/me')).status).toBe(401)
  })

  // proves 10.2, V8.3.1
  it('takes effect on the next request', async () => {
    const user = await buildManager(test.db)
    const session = test.as(user)
    expect((await session.get('/api/users')).status).toBe(200)
    await asAdmin().put(`/api/users/${user.id}`, { ...formOf(user), role: 'user' })
    const mayNotRead = { status: 403, body: { message: 'Apenas administradores e gestores podem ver os usuários' } }
    expect(await session.get('/api/users')).toMatchObject(mayNotRead)
    const mayNotWrite = { status: 403, body: { message: 'Apenas administradores podem realizar esta ação' } }
    expect(await session.post('/api/users', {})).toMatchObject(mayNotWrite)
  })
})

describe('the last active Admin', () => {
  // proves 10.8, 10.9
  it('stays one, and nobody deletes or deactivates themselves', async () => {
    const { db, as } = await testApp({ ownDatabase: true })
    const boss = await buildAdmin(db)
    await buildAdmin(db, { isActive: false })
    const client = as(boss)
    for (const change of [{ is_active: false }, { role: 'Gestor' }, { role: 'user', is_active: false }]) {
      const { status, body } = await client.put(`/api/users/${boss.id}`, { ...formOf(boss), ...change })
      expect([status, body.message]).toEqual([409, 'Não é possível remover o último administrador ativo'])
    }
    expect((await client.put(`/api/users/${boss.id}`, { ...formOf(boss), uname: 'Chefe' })).status).toBe(200)
    expect((await client.delete(`/api/users/${boss.id}`)).body.code).toBe('NOT_YOURSELF')
    const second = await buildAdmin(db)
    const self = await client.delete(`/api/users/${boss.id}`)
    expect(self.status).toBe(403)
    expect(self.body.message).toBe('Você não pode excluir o seu próprio usuário')
    const farewell = await client.put(`/api/users/${boss.id}`, { ...formOf(boss), is_active: false })
    expect(farewell.status).toBe(403)
    expect(farewell.body.message).toBe('Você não pode desativar o seu próprio usuário')
    expect((await client.get('/api/auth/me')).status).toBe(200)
    expect((await client.delete(`/api/users/${second.id}`)).status).toBe(204)
  })

  // proves 10.8
  it.each(['demoting', 'deleting'])('remains when two Admins are %s each other at once', async (what) => {
    const { db, as } = await testApp({ ownDatabase: true })
    const [one, other] = [await buildAdmin(db), await buildAdmin(db)]
    const [asOne, asOther] = [as(one), as(other)]
    const against = (actor: typeof asOne, target: typeof one) =>
      what === 'deleting'
        ? actor.delete(`/api/users/${target.id}`)
        : actor.put(`/api/users/${target.id}`, { ...formOf(target), role: 'Usuário' })
    // Opens both sessions before either acts.
    await Promise.all([asOne.get('/api/auth/me'), asOther.get('/api/auth/me')])

    const replies = await Promise.all([against(asOne, other), against(asOther, one)])

    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
    const admins = db.selectFrom('users').select('id').where('role', '=', role.admin)
    expect(await admins.where('isActive', '=', true).execute()).toHaveLength(1)
  })
})

describe('deleting a person', () => {
  // proves 7.7.5
  it('takes their sessions and notifications along, and nobody else’s', async () => {
    const [user, other] = [await buildUser(test.db), await buildUser(test.db)]
    for (const { id: userId } of [user, other]) await buildNotification(test.db, { userId })
    await test.as(user).get('/api/auth/me')
    expect((await asAdmin().delete(`/api/users/${user.id}`)).status).toBe(204)
    expect((await asAdmin().delete(`/api/users/${user.id}`)).status).toBe(404)
    const { noticesTo } = recordsOf(test.db)
    expect([(await noticesTo(user)).length, (await noticesTo(other)).length]).toEqual([0, 1])
  })

  // proves 6.10
  it('is refused for whoever created protocols, and for whoever anything else refers to', async () => {
    const [creator, responsible] = [await buildUser(test.db), await buildUser(test.db)]
    await buildProtocol(test.db, { createdBy: creator.id, items: [{ responsibleId: responsible.id }] })
    const refused = await asAdmin().delete(`/api/users/${creator.id}`)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('Não é possível excluir usuários com protocolos associados')
    expect((await asAdmin().delete(`/api/users/${responsible.id}`)).body.code).toBe('USER_HAS_RECORDS')
  })
})

type Person = Awaited<ReturnType<typeof buildUser>>

const lockPerson = (trx: Trx, { id }: Person) =>
  trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()

let shared: Promise<TestApp> | undefined

async function organisation() {
  shared ??= testApp({ ownDatabase: true })
  const test = await shared
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
    const others = db.selectFrom('users').select(['id', 'role']).where('id', '<>', rival.id).orderBy('id')
    const before = await others.execute()
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
    expect(await others.execute()).toEqual(before)
    const itself = db.selectFrom('users').select(['role', 'isActive']).where('id', '=', rival.id)
    const { role: now, isActive } = await itself.executeTakeFirstOrThrow()
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
    replies.push(anonymous.post('/api/auth/password', { token, newPassword: 'girassol azul' }))
    await untilWaiting(db, 2)
  })
  const [deactivated, chosen] = await Promise.all(replies)
  expect(deactivated?.status).toBe(200)
  expect(chosen).toMatchObject({ status: 400, body: { code: 'TOKEN_INVALID' } })
})
