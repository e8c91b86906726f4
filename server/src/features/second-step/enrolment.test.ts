import { describe, expect, it } from 'vitest'
import { testAuthenticator } from '../../test/authenticator.ts'
import { buildAdmin, buildManager, buildUser, testPassword } from '../../test/builders.ts'
import type { Reply } from '../../test/client.ts'
import { untilWaiting } from '../../test/database.ts'
import { doorWithTotp, guardedDoor, wrongCode } from './second-step.test-setup.ts'

const minute = 60_000
const own = '/api/auth/second-step'

describe('enrolling an authenticator app', () => {
  // proves 18.15
  it('offers a secret that counts once a code of it was confirmed, and gives ten recovery codes', async () => {
    const { db, as, appWith } = await guardedDoor()
    const user = await buildUser(db)
    const client = as(user)
    const before = await client.get(`${own}/methods`)
    expect(before.body).toEqual({ required: false, methods: [], recovery_codes_left: 0 })

    const { status, body: offer } = await client.post(`${own}/totp`)
    expect(status).toBe(200)
    expect(Buffer.from(offer.secret).length).toBe(32)
    const uri = new URL(offer.uri)
    expect(decodeURIComponent(uri.pathname)).toBe(`/Malote · Prefeitura de Teste:${user.email}`)
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Malote · Prefeitura de Teste',
      secret: offer.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect((await client.get(`${own}/methods`)).body.methods).toEqual([])

    const wrong = await client.post(`${own}/totp/confirm`, { code: '000000' })
    expect(wrong.status).toBe(400)
    expect(wrong.body).toMatchObject({ code: 'INVALID_INPUT', errors: { code: 'Código incorreto' } })
    const right = await client.post(`${own}/totp/confirm`, { code: appWith(offer.secret).code() })
    expect(right.status).toBe(200)
    expect(new Set(right.body.recovery_codes).size).toBe(10)
    for (const code of right.body.recovery_codes)
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
    expect((await client.get(`${own}/methods`)).body).toEqual({
      required: false,
      methods: [
        {
          id: expect.any(Number),
          kind: 'totp',
          name: 'Aplicativo autenticador',
          created_at: '2026-11-23T12:00:00.000Z',
          last_used_at: null,
        },
      ],
      recovery_codes_left: 10,
    })
    const again = await client.post(`${own}/totp/confirm`, { code: appWith(offer.secret).code() })
    expect(again.body.code).toBe('ENROLMENT_EXPIRED')
  })

  // proves 18.15
  it('takes the place of an earlier one, whose codes and recovery codes no longer count', async () => {
    const { db, begin, finish, enrolTotp } = await guardedDoor()
    const user = await buildUser(db)
    const old = await enrolTotp(user)
    const fresh = await enrolTotp(user)
    expect(await finish({ token: await begin(user), method: 'totp', code: old.code() })).toMatchObject(wrongCode)
    const oldPaper = { token: await begin(user), method: 'recovery', code: old.recoveryCodes[0] }
    expect(await finish(oldPaper)).toMatchObject(wrongCode)
    expect((await finish({ token: await begin(user), method: 'totp', code: fresh.code() })).status).toBe(200)
  })

  it('goes on in the session in which it began, for ten minutes', async () => {
    const { db, clock, as, appWith } = await guardedDoor()
    const user = await buildUser(db)
    const { body: offer } = await as(user).post(`${own}/totp`)
    const code = () => ({ code: appWith(offer.secret).code() })
    expect((await as(user).post(`${own}/totp/confirm`, code())).body.code).toBe('ENROLMENT_EXPIRED')
    const client = as(user)
    const { body: late } = await client.post(`${own}/totp`)
    clock.advance(10 * minute)
    const reply = await client.post(`${own}/totp/confirm`, { code: appWith(late.secret).code() })
    expect(reply.body.code).toBe('ENROLMENT_EXPIRED')
  })

  // proves V11.3.1, V11.3.2, V11.3.3, V14.2.4
  it('keeps the secret sealed where there is a key', async () => {
    const { db, begin, finish, enrolTotp } = await guardedDoor({
      SECOND_STEP_KEY: 'uma chave só deste teste, bem comprida',
    })
    const user = await buildUser(db)
    const { code, recoveryCodes } = await enrolTotp(user)
    const { secret } = await db
      .selectFrom('secondStepMethods')
      .select('secret')
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(secret?.[0]).toBe(1)
    expect(secret).toHaveLength(1 + 12 + 20 + 16)
    expect((await finish({ token: await begin(user), method: 'totp', code: code() })).status).toBe(200)

    // Without the key no code is right, and the recovery codes still are.
    const keyless = await guardedDoor()
    const token = await keyless.begin(user)
    expect(await keyless.finish({ token, method: 'totp', code: code(30) })).toMatchObject(wrongCode)
    expect((await keyless.finish({ token, method: 'recovery', code: recoveryCodes[0] })).status).toBe(200)
  })
})

describe('enrolling a passkey', () => {
  // proves 18.15
  it('gives recovery codes to whoever has none', async () => {
    const { db, enrolPasskey } = await guardedDoor()
    const user = await buildUser(db)
    const first = await enrolPasskey(user, '  Notebook da sala ')
    expect(first.recoveryCodes).toHaveLength(10)
    const second = await enrolPasskey(user, 'Celular')
    expect(second.recoveryCodes).toBeUndefined()
    const { body } = await second.client.get(`${own}/methods`)
    expect(body.methods.map(({ kind, name }: { kind: string; name: string }) => [kind, name])).toEqual([
      ['passkey', 'Notebook da sala'],
      ['passkey', 'Celular'],
    ])
    expect(JSON.stringify(body)).not.toContain(first.passkey.id)
    const { body: options } = await second.client.post(`${own}/passkey/options`)
    expect(options.excludeCredentials.map(({ id }: { id: string }) => id)).toEqual([
      first.passkey.id,
      second.passkey.id,
    ])
    expect(options.rp).toEqual({ id: 'malote.test', name: 'Malote · Prefeitura de Teste' })
  })

  // proves 18.14
  it('refuses another origin or host, and uses the challenge up', async () => {
    const { db, as } = await guardedDoor()
    const client = as(await buildUser(db))
    const passkey = testAuthenticator()
    const send = (credential: unknown, name = 'Celular') => client.post(`${own}/passkey`, { credential, name })
    for (const lies of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }]) {
      const { body: options } = await client.post(`${own}/passkey/options`)
      expect((await send(passkey.create(options), ' ')).body.errors).toEqual({ name: 'Dê um nome à chave de acesso' })
      expect(await send(passkey.create(options, lies))).toMatchObject({
        status: 400,
        body: { code: 'PASSKEY_REFUSED' },
      })
      expect((await send(passkey.create(options))).body.code).toBe('ENROLMENT_EXPIRED')
    }
    expect((await client.get(`${own}/methods`)).body.methods).toEqual([])
  })

  // proves 18.14
  it('refuses the challenge of another session, and a passkey that somebody has', async () => {
    const { db, as, enrolPasskey } = await guardedDoor()
    const [user, other] = [await buildUser(db), await buildUser(db)]
    const [mine, theirs] = [as(user), as(other)]
    const { body: options } = await theirs.post(`${own}/passkey/options`)
    await mine.post(`${own}/passkey/options`)
    const stolen = await mine.post(`${own}/passkey`, { credential: testAuthenticator().create(options), name: 'X' })
    expect(stolen.body.code).toBe('PASSKEY_REFUSED')

    const { passkey } = await enrolPasskey(user)
    const { body: next } = await theirs.post(`${own}/passkey/options`)
    const taken = await theirs.post(`${own}/passkey`, { credential: passkey.create(next), name: 'X' })
    expect(taken.status).toBe(400)
    expect(taken.body.code).toBe('PASSKEY_REFUSED')
  })
})

describe('changing one’s second step', () => {
  // proves 18.15, V7.5.1
  it('takes a sign-in of the last ten minutes', async () => {
    const { db, clock, as } = await guardedDoor()
    const client = as(await buildUser(db))
    await client.get('/api/auth/me')
    clock.advance(10 * minute + 1)
    for (const call of ['totp', 'totp/confirm', 'passkey/options', 'passkey', 'recovery-codes']) {
      const { status, body } = await client.post(`${own}/${call}`, { code: '123456', credential: {}, name: 'X' })
      expect([call, status, body.code]).toEqual([call, 403, 'PROOF_NEEDED'])
    }
  })

  // proves 18.16
  it('removes a method with the password, and the recovery codes with the last', async () => {
    const { db, login, enrolTotp, enrolPasskey } = await guardedDoor()
    const [user, other] = [await buildUser(db), await buildUser(db)]
    const { client } = await enrolTotp(user)
    await enrolPasskey(user)
    const stranger = await enrolTotp(other)
    const [totp, passkey] = (await client.get(`${own}/methods`)).body.methods
    const remove = (id: number, currentPassword = testPassword, by = client) =>
      by.delete(`${own}/methods/${id}`, { currentPassword })

    const wrong = await remove(totp.id, 'errada')
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors).toEqual({ currentPassword: 'Senha atual incorreta' })
    expect((await client.delete(`${own}/methods/${totp.id}`, {})).body.errors).toEqual({
      currentPassword: 'Informe a senha atual',
    })
    expect((await remove(totp.id, testPassword, stranger.client)).status).toBe(404)
    expect((await remove(totp.id)).status).toBe(204)
    expect((await remove(totp.id)).status).toBe(404)
    expect((await client.get(`${own}/methods`)).body).toMatchObject({
      methods: [{ id: passkey.id }],
      recovery_codes_left: 10,
    })
    expect((await remove(passkey.id)).status).toBe(204)
    expect((await client.get(`${own}/methods`)).body).toMatchObject({ methods: [], recovery_codes_left: 0 })
    expect(Object.keys((await login(user)).body).sort()).toEqual(['device', 'token', 'user'])
  })

  // proves 18.16
  it('keeps a method when the password is changed while its removal waits', async () => {
    const { db, client, user } = await doorWithTotp()
    const [{ id }] = (await client.get(`${own}/methods`)).body.methods
    let removal: Promise<Reply> | undefined
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set({ passwordHash: 'another' }).where('id', '=', user.id).execute()
      removal = client.delete(`${own}/methods/${id}`, { currentPassword: testPassword })
      await untilWaiting(db, 1)
    })
    expect(await removal).toMatchObject({ status: 400, body: { code: 'CURRENT_PASSWORD_WRONG' } })
    expect((await client.get(`${own}/methods`)).body.methods).toHaveLength(1)
  })

  // proves 18.16
  it('removes a method of somebody without a password soon after their sign-in', async () => {
    const { db, clock, enrolTotp } = await guardedDoor()
    const { client } = await enrolTotp(await buildUser(db, { passwordHash: null }))
    const [{ id }] = (await client.get(`${own}/methods`)).body.methods
    clock.advance(10 * 60_000)
    expect((await client.delete(`${own}/methods/${id}`, {})).body.code).toBe('PROOF_NEEDED')
    await db.updateTable('sessions').set({ provedAt: clock.now() }).execute()
    expect((await client.delete(`${own}/methods/${id}`, {})).status).toBe(204)
  })

  // proves 18.16
  it('lets nobody guess the password in peace', async () => {
    const { client } = await doorWithTotp()
    const [{ id }] = (await client.get(`${own}/methods`)).body.methods
    const remove = (currentPassword: string) => client.delete(`${own}/methods/${id}`, { currentPassword })
    for (let guess = 0; guess < 5; guess += 1) expect((await remove('errada')).status).toBe(400)
    expect((await remove(testPassword)).status).toBe(429)
  })

  // proves 18.15
  it('gives new recovery codes, and the old ones no longer count', async () => {
    const { db, as, begin, finish, enrolTotp } = await guardedDoor()
    const user = await buildUser(db)
    expect((await as(user).post(`${own}/recovery-codes`)).status).toBe(404)
    const { client, recoveryCodes } = await enrolTotp(user)
    const { body } = await client.post(`${own}/recovery-codes`)
    expect(body.recovery_codes).toHaveLength(10)
    const use = async (code?: string) => finish({ token: await begin(user), method: 'recovery', code })
    expect(await use(recoveryCodes[0])).toMatchObject(wrongCode)
    expect((await use(body.recovery_codes[0])).status).toBe(200)
  })

  // proves 18.17
  it('is in the audit, and is told to the person', async () => {
    const { db, enrolTotp } = await guardedDoor()
    const user = await buildUser(db, { name: 'Rita Prado' })
    const { client } = await enrolTotp(user)
    const [{ id }] = (await client.get(`${own}/methods`)).body.methods
    await client.delete(`${own}/methods/${id}`, { currentPassword: testPassword })
    const events = await db
      .selectFrom('auditEvents')
      .select(['action', 'subjectId', 'before', 'after', 'address'])
      .where('actorId', '=', user.id)
      .where('action', 'like', 'second-step.%')
      .orderBy('id')
      .execute()
    const method = { kind: 'totp', name: 'Aplicativo autenticador' }
    const about = { subjectId: String(user.id), address: '127.0.0.1' }
    expect(events).toEqual([
      { ...about, action: 'second-step.enrolled', before: null, after: method },
      { ...about, action: 'second-step.removed', before: method, after: null },
    ])
    const { body } = await client.get(`/notifications/${user.id}`)
    expect(body.notifications.map(({ type, title }: { type: string; title: string }) => [type, title])).toEqual([
      ['account', 'Verificação em duas etapas removida'],
      ['account', 'Verificação em duas etapas cadastrada'],
    ])
  })
})

describe('a second step that the organisation demands', () => {
  // proves 18.18, V6.3.3
  it('is enrolled before anything else, and then nothing is missing', async () => {
    const { db, login, withToken, appWith } = await guardedDoor({ REQUIRE_SECOND_STEP: 'managers' })
    const [admin, user] = [await buildAdmin(db), await buildUser(db)]
    expect((await login(user)).body.user).not.toHaveProperty('duty')
    const { body } = await login(admin)
    expect(body.user.duty).toBe('enrol-second-step')
    const session = withToken(body.token)

    expect((await session.get('/api/auth/me')).body.duty).toBe('enrol-second-step')
    for (const path of ['/api/protocols', '/api/users', `/notifications/${admin.id}`, '/api/auth/sessions']) {
      expect((await session.get(path)).body.code).toBe('DUTY_FIRST')
    }
    for (const path of [`/api/users/${user.id}/second-step/reset`, `${own}/recovery-codes`]) {
      expect((await session.post(path)).body.code).toBe('DUTY_FIRST')
    }

    expect((await session.get(`${own}/methods`)).body).toMatchObject({ required: true, methods: [] })
    const { body: offer } = await session.post(`${own}/totp`)
    await session.post(`${own}/totp/confirm`, { code: appWith(offer.secret).code() })
    expect((await session.get('/api/auth/me')).body).not.toHaveProperty('duty')
    expect((await session.get('/api/users')).status).toBe(200)
    expect((await login(admin)).body).toHaveProperty('second_step')
  })

  // proves 18.18
  it('may be enrolled as a passkey', async () => {
    const { db, login, withToken } = await guardedDoor({ REQUIRE_SECOND_STEP: 'all' })
    const session = withToken((await login(await buildUser(db))).body.token)
    const { body: options } = await session.post(`${own}/passkey/options`)
    await session.post(`${own}/passkey`, { credential: testAuthenticator().create(options), name: 'Celular' })
    expect((await session.get('/api/protocols')).status).toBe(200)
  })

  // proves 18.85, V6.3.3
  it('is demanded in sessions that are already open, from the next request on', async () => {
    const { db, login, withToken, enrolTotp, appWith } = await guardedDoor({ REQUIRE_SECOND_STEP: 'managers' })
    const [admin, person] = [await buildAdmin(db), await buildUser(db)]
    const { client: boss } = await enrolTotp(admin)
    const session = withToken((await login(person)).body.token)
    expect((await session.get('/api/protocols')).status).toBe(200)

    const { name: uname, email: uemail, departmentId: udpid } = person
    const promotion = { uname, uemail, udpid, role: 'Gestor' }
    expect((await boss.put(`/api/users/${person.id}`, promotion)).status).toBe(200)
    expect((await session.get('/api/protocols')).body.code).toBe('DUTY_FIRST')
    expect((await session.get('/api/auth/me')).body.duty).toBe('enrol-second-step')
    const { body: offer } = await session.post(`${own}/totp`)
    await session.post(`${own}/totp/confirm`, { code: appWith(offer.secret).code() })
    expect((await session.get('/api/protocols')).status).toBe(200)
    expect((await session.get('/api/auth/me')).body).not.toHaveProperty('duty')
  })

  // proves 18.85
  it('is demanded in open sessions when the setting is new, but not in those that began at the provider', async () => {
    const before = await guardedDoor()
    const [person, other] = [await buildUser(before.db), await buildUser(before.db)]
    const token = (await before.login(person)).body.token
    const federated = await before.tokenOf(other)
    await before.db.updateTable('sessions').set({ idToken: 'x.y.z' }).where('userId', '=', other.id).execute()
    const after = await guardedDoor({ REQUIRE_SECOND_STEP: 'all' })
    expect((await after.withToken(token).get('/api/protocols')).body.code).toBe('DUTY_FIRST')
    expect((await after.withToken(federated).get('/api/protocols')).status).toBe(200)
  })

  // proves V6.4.3
  it('is demanded too of who chose a new password by a link', async () => {
    const { db, app, login, enrolTotp } = await guardedDoor()
    const user = await buildUser(db)
    await enrolTotp(user)
    const { url } = (await app.as(await buildAdmin(db)).post(`/api/users/${user.id}/invite`)).body.invitation
    const chosen = { token: url.split('#token=')[1], newPassword: 'girassol azul' }
    expect((await app.as(user).post('/api/auth/password', chosen)).body).toBeUndefined()
    const { body } = await login(user, { password: 'girassol azul' })
    expect(body.second_step.methods).toEqual(['totp', 'recovery'])
  })

  // proves 18.16
  it('keeps its last method', async () => {
    const { db, enrolTotp, enrolPasskey } = await guardedDoor({ REQUIRE_SECOND_STEP: 'managers' })
    const manager = await buildManager(db)
    const { client } = await enrolTotp(manager)
    const remove = async () => {
      const [{ id }] = (await client.get(`${own}/methods`)).body.methods
      return client.delete(`${own}/methods/${id}`, { currentPassword: testPassword })
    }
    const refused = await remove()
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe(
      'A sua organização exige a verificação em duas etapas. Cadastre outra forma antes de remover esta.',
    )
    expect((await client.get(`${own}/methods`)).body).toMatchObject({ methods: [{}], recovery_codes_left: 10 })
    await enrolPasskey(manager)
    expect((await remove()).status).toBe(204)
  })
})
