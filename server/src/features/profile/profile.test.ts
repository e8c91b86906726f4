import { easyPassword, oneWordAsPassword, ownWordsAsPassword } from '@malote/core/auth/password-words.ts'
import { notificationTypes } from '@malote/core/notifications/notification-type.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { unsubscribeUrl } from '../../domain/mail/unsubscribe.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildUser, testPassword } from '../../test/builders.ts'
import type { Reply } from '../../test/client.ts'
import { testConfig } from '../../test/config.ts'
import { untilWaiting } from '../../test/database.ts'

let test: TestApp

beforeAll(async () => {
  test = await testApp()
})

const signIn = async (email: string, password: string) =>
  (await test.anonymous.post('/api/auth/login', { email, password })).body.token as string

describe('the profile', () => {
  // proves 7.1.2
  it('takes a phone and the ten switches', async () => {
    const user = await buildUser(test.db)
    const flags = Object.fromEntries(notificationTypes.map((type) => [`notify_${type}`, false]))

    const { status, body } = await test.as(user).put('/api/auth/profile', { phone: ' 11 90000-0000 ', ...flags })

    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, message: 'Perfil atualizado com sucesso!' })
    expect(body.user).toMatchObject({ id: user.id, phone: '11 90000-0000', ...flags })
    expect((await test.as(user).get('/api/auth/me')).body).toEqual(body.user)
  })

  // proves 2.13.1, V8.2.3, V15.3.3
  it('leaves what is not named, and name, e-mail and role in any case', async () => {
    const user = await buildUser(test.db, { phone: '123', notifyItemReturn: false })
    const sent = { notify_item_assigned: 0, name: 'Outro', email: 'x@y.zz', role: 'Admin', department_id: 1 }
    const { body } = await test.as(user).put('/api/auth/profile', sent)
    expect(body.user).toMatchObject({
      name: user.name,
      email: user.email,
      role: 'Usuário',
      department_id: user.departmentId,
      phone: '123',
      notify_item_return: false,
      notify_item_assigned: false,
      notify_new_protocol: true,
    })
    const blank = { phone: '', currentPassword: '', newPassword: '', confirmPassword: '' }
    expect((await test.as(user).put('/api/auth/profile', blank)).body.user.phone).toBeNull()
    expect(await signIn(user.email, testPassword)).toEqual(expect.any(String))
  })

  // proves 5.6.1, 9.12, 12.7, V6.2.2, V6.2.3
  it.each([
    [{ newPassword: 'k7#Qx2' }, { currentPassword: 'Senha atual é obrigatória para alterar a senha' }],
    [{ currentPassword: 'errada', newPassword: 'k7#Qx2' }, { currentPassword: 'Senha atual incorreta' }],
    [{ currentPassword: testPassword, newPassword: '123456' }, { newPassword: easyPassword }],
    [{ currentPassword: testPassword, newPassword: 'Mudar@123' }, { newPassword: oneWordAsPassword }],
    [{ currentPassword: testPassword, newPassword: 'Pessoa.2026' }, { newPassword: ownWordsAsPassword }],
  ])('refuses %j with its sentence and changes nothing', async (sent, errors) => {
    const user = await buildUser(test.db)
    const { status, body } = await test.as(user).put('/api/auth/profile', { notify_new_protocol: false, ...sent })
    expect(status).toBe(400)
    expect(body.errors).toEqual(errors)
    expect((await test.as(user).get('/api/auth/me')).body.notify_new_protocol).toBe(true)
  })

  // proves 10.14, V6.2.2, V6.2.3, V7.4.3
  it('with a new password keeps this session and ends the others', async () => {
    const user = await buildUser(test.db)
    const here = await signIn(user.email, testPassword)
    const there = await signIn(user.email, testPassword)

    const { status } = await test
      .withToken(here)
      .put('/api/auth/profile', { currentPassword: testPassword, newPassword: 'k7#Qx2', confirmPassword: 'k7#Qx2' })

    expect(status).toBe(200)
    expect((await test.withToken(here).get('/api/auth/me')).status).toBe(200)
    expect((await test.withToken(there).get('/api/auth/me')).status).toBe(401)
    expect(await signIn(user.email, testPassword)).toBeUndefined()
    expect(await signIn(user.email, 'k7#Qx2')).toEqual(expect.any(String))
  })

  // proves 10.14
  it('refuses the second of two new passwords that were sent at once with the same old one', async () => {
    const { db } = test
    const user = await buildUser(db)
    const clients = [test.as(user), test.as(user)] as const
    // Their sessions must be open: beginning one waits for the lock as well.
    for (const client of clients) await client.get('/api/auth/me')
    const choose = (client: (typeof clients)[number], newPassword: string) =>
      client.put('/api/auth/profile', { currentPassword: testPassword, newPassword })
    const replies: Promise<Reply>[] = []
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute()
      replies.push(choose(clients[0], 'girassol azul'), choose(clients[1], 'girassol verde'))
      // Both have been checked.
      await untilWaiting(db, 2)
    })
    const statuses = (await Promise.all(replies)).map(({ status, body }) => [status, body.code])
    expect(statuses.sort()).toEqual([
      [200, undefined],
      [400, 'CURRENT_PASSWORD_WRONG'],
    ])
  })

  it('does not count weak new passwords as guesses of the current one', async () => {
    const user = await buildUser(test.db)
    const choose = (newPassword: string) =>
      test.as(user).put('/api/auth/profile', { currentPassword: testPassword, newPassword })
    for (const weak of ['123456', 'qwerty', 'password', 'iloveyou', 'brasil', 'dragon']) {
      expect((await choose(weak)).body.errors).toEqual({ newPassword: easyPassword })
    }
    expect((await choose('girassol azul')).status).toBe(200)
  })

  it('lets nobody guess the current password in peace', async () => {
    const user = await buildUser(test.db)
    const guess = (currentPassword: string) =>
      test.as(user).put('/api/auth/profile', { currentPassword, newPassword: 'k7#Qx2' })
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await guess('errada')).status).toBe(400)
    const stopped = await guess(testPassword)
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
    // Other changes to the profile are still allowed.
    expect((await test.as(user).put('/api/auth/profile', { phone: '1' })).status).toBe(200)
  })
})

const oneClick = {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: 'List-Unsubscribe=One-Click',
}
const oneClickInParts = {
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
  payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
}

async function reader() {
  const { app, db, as } = test
  const user = await buildUser(db)
  const url = await unsubscribeUrl(db, testConfig(), { userId: user.id, type: 'protocol_comment' })
  const click = (path: string, form = oneClick) => app.inject({ method: 'POST', url: path, ...form })
  const switches = async () => {
    const { body } = await as(user).get('/api/auth/me')
    return Object.entries(body).flatMap(([name, value]) =>
      name.startsWith('notify_') && value === false ? [name] : [],
    )
  }
  return { app, user, path: new URL(url).pathname, click, switches }
}

// proves 11.34
it.each([
  ['one line', oneClick],
  ['parts', oneClickInParts],
])(
  'a mail program switches off that kind of mail of its reader, and nothing else, with a form of %s',
  async (_, form) => {
    const { path, click, switches } = await reader()
    expect(await switches()).toEqual([])
    const { statusCode, body } = await click(path, form)
    expect([statusCode, body]).toEqual([204, ''])
    expect(await switches()).toEqual(['notify_protocol_comment'])
  },
)

// proves 11.34
it('an address that was changed, or is only opened, switches nothing off', async () => {
  const { app, user, path, click, switches } = await reader()
  for (const [from, to] of [
    ['protocol_comment', 'item_return'],
    [`/${user.id}.`, `/${user.id + 1}.`],
    [/.$/, '_'],
    [/[^/]+$/, 'x'],
  ] as const) {
    const changed = path.replace(from, to)
    if (changed !== path) expect((await click(changed)).statusCode).toBe(404)
  }
  const opened = await app.inject(path)
  expect([opened.statusCode, opened.headers.location]).toEqual([302, 'https://malote.test/perfil'])
  expect(await switches()).toEqual([])
})
