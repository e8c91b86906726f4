import { role } from '@malote/core/users/role.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Trx } from '../../platform/db/connect.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildAdmin, buildDepartment, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'
import type { Client, Reply } from '../../test/client.ts'
import { untilWaiting } from '../../test/until-waiting.ts'

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

  // proves 10.6, V8.2.3
  it('is for Admin and Gestor', async () => {
    expect((await test.as(await buildManager(test.db)).get('/api/users')).status).toBe(200)
    const refused = await test.as(await buildUser(test.db)).get('/api/users')
    expect(refused.status).toBe(403)
    expect(refused.body.message).toBe('Apenas administradores e gestores podem ver os usuários')
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

  // proves 1.2
  it('may get a role by its lowercase English name', async () => {
    const { id: udpid } = await buildDepartment(test.db)
    const sent = { uname: 'Davi', uemail: 'davi@malote.test', udpid: String(udpid), role: 'manager', is_active: 0 }
    const { body } = await asAdmin().post('/api/users', sent)
    expect(body).toMatchObject({ role: 'Gestor', is_active: false, udpid })
  })

  // proves 5.5.5
  it.each([
    [{}, { uname: 'Nome é obrigatório', uemail: 'E-mail é obrigatório', udpid: 'Departamento é obrigatório' }],
    [
      { uname: ' ', uemail: ' ', udpid: '' },
      {
        uname: 'Nome é obrigatório',
        uemail: 'E-mail é obrigatório',
        udpid: 'Departamento é obrigatório',
      },
    ],
    [
      { uname: 'Eva', uemail: 'eva', udpid: 0 },
      { uemail: 'E-mail inválido', udpid: 'Departamento é obrigatório' },
    ],
    [{ uname: 'Eva', uemail: 'eva@malote.test', udpid: 999_999 }, { udpid: 'Departamento não encontrado' }],
    [{ uname: 'Eva', uemail: 'eva@malote.test', udpid: 1, role: 'Rei' }, { role: 'Perfil inválido' }],
  ])('is refused as %j with a sentence per field', async (sent, errors) => {
    const { status, body } = await asAdmin().post('/api/users', sent)
    expect(status).toBe(400)
    expect(body.errors).toEqual(errors)
  })

  // proves 13.2
  it('has an address of their own, in any letter case', async () => {
    const { email, departmentId } = await buildUser(test.db)
    const sent = { uname: 'Outra', uemail: email.toUpperCase(), udpid: departmentId }
    const { status, body } = await asAdmin().post('/api/users', sent)
    expect(status).toBe(409)
    expect(body).toEqual({
      message: 'Já existe um usuário com este e-mail',
      code: 'EMAIL_TAKEN',
      errors: { uemail: 'Já existe um usuário com este e-mail' },
    })
  })

  it.each([role.manager, role.user])('is not taken in by a %s, nor is anything else changed', async (one) => {
    const client = test.as(await buildUser(test.db, { role: one }))
    const replies = [
      await client.post('/api/users', {}),
      await client.put('/api/users/999999', {}),
      await client.put('/api/users/abc', {}),
      await client.delete('/api/users/999999'),
      await client.post('/api/users/999999/invite'),
      await client.post('/api/users/abc/invite', { x: 1 }),
    ]
    for (const { status, body } of replies) {
      expect(status).toBe(403)
      expect(body.message).toBe('Apenas administradores podem realizar esta ação')
    }
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

  it('judges the form like a new one, unknown people first', async () => {
    const user = await buildUser(test.db)
    const { status, body } = await asAdmin().put(`/api/users/${user.id}`, {})
    expect(status).toBe(400)
    expect(body.errors).toEqual({
      uname: 'Nome é obrigatório',
      uemail: 'E-mail é obrigatório',
      udpid: 'Departamento é obrigatório',
    })
    const unknown = await asAdmin().put('/api/users/999999', {})
    expect(unknown.status).toBe(404)
    expect(unknown.body.message).toBe('Usuário não encontrado')
    expect((await asAdmin().put('/api/users/abc', {})).status).toBe(404)
  })

  it('keeps addresses apart', async () => {
    const [one, other] = [await buildUser(test.db), await buildUser(test.db)]
    const { status, body } = await asAdmin().put(`/api/users/${one.id}`, { ...formOf(one), uemail: other.email })
    expect(status).toBe(409)
    expect(body.code).toBe('EMAIL_TAKEN')
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
    expect((await session.get('/api/users')).status).toBe(403)
  })
})

describe('the last active Admin', () => {
  const lastAdmin = async () => {
    const own = await testApp({ ownDatabase: true })
    const boss = await buildAdmin(own.db)
    await buildAdmin(own.db, { isActive: false })
    return { ...own, boss, client: own.as(boss) }
  }

  it.each([{ is_active: false }, { role: 'Gestor' }, { role: 'user', is_active: false }])(
    'does not become %j',
    async (change) => {
      const { client, boss } = await lastAdmin()
      const { status, body } = await client.put(`/api/users/${boss.id}`, { ...formOf(boss), ...change })
      expect(status).toBe(409)
      expect(body.message).toBe('Não é possível remover o último administrador ativo')
      expect((await client.put(`/api/users/${boss.id}`, { ...formOf(boss), uname: 'Chefe' })).status).toBe(200)
    },
  )

  // proves 10.8, 10.9
  it('is not deleted, and nobody deletes or deactivates themselves', async () => {
    const { client, boss, db } = await lastAdmin()
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
    const active = await db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'Admin')
      .where('isActive', '=', true)
      .execute()
    expect(active).toHaveLength(1)
  })
})

describe('deleting a person', () => {
  // proves 7.7.5
  it('removes one who has left no trace', async () => {
    const user = await buildUser(test.db)
    await test.as(user).get('/api/auth/me')
    expect((await asAdmin().delete(`/api/users/${user.id}`)).status).toBe(204)
    expect((await asAdmin().delete(`/api/users/${user.id}`)).status).toBe(404)
  })

  it("takes their notifications along, and nobody else's", async () => {
    const [user, other] = [await buildUser(test.db), await buildUser(test.db)]
    const notice = { type: 'new_protocol', title: 'Novo protocolo', message: 'Chegou.' }
    for (const { id: userId } of [user, other]) {
      await test.db
        .insertInto('notifications')
        .values({ ...notice, userId })
        .execute()
    }
    expect((await asAdmin().delete(`/api/users/${user.id}`)).status).toBe(204)
    const left = await test.db
      .selectFrom('notifications')
      .select('userId')
      .where('userId', 'in', [user.id, other.id])
      .execute()
    expect(left).toEqual([{ userId: other.id }])
  })

  // proves 6.10
  it('is refused for whoever created protocols', async () => {
    const user = await buildUser(test.db)
    await buildProtocol(test.db, { createdBy: user.id })
    const { status, body } = await asAdmin().delete(`/api/users/${user.id}`)
    expect(status).toBe(409)
    expect(body.message).toBe('Não é possível excluir usuários com protocolos associados')
  })

  it('is refused for whoever anything else refers to', async () => {
    const user = await buildUser(test.db)
    await buildProtocol(test.db, { items: [{ responsibleId: user.id }] })
    const { status, body } = await asAdmin().delete(`/api/users/${user.id}`)
    expect(status).toBe(409)
    expect(body.code).toBe('USER_HAS_RECORDS')
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
