import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { loggedRequest } from '../../platform/http/security-log.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildUser } from '../../test/builders.ts'
import { startProvider, type TestProvider } from '../../test/oidc-provider.ts'
import { type Mischief, startRogue } from './rogue-provider.test-setup.ts'

const appUrl = 'https://malote.test'
const people = { vitima: { email: 'vitima@malote.test', email_verified: true } }
let provider: TestProvider
let rogue: Awaited<ReturnType<typeof startRogue>>

beforeAll(async () => {
  provider = await startProvider({ appUrl, people })
  rogue = await startRogue('malote')
})
afterAll(() => Promise.all([provider.close(), rogue.close()]))

const tabOf = ({ anonymous }: TestApp) => ({
  start: async () => (await anonymous.post('/api/auth/oidc/start')).body as { url: string; flow: string },
  finish: async (body: object) => {
    const reply = await anonymous.post('/api/auth/oidc/finish', body)
    return { status: reply.status, code: reply.body.code, body: reply.body }
  },
})

async function organisation(config: object = provider.config) {
  // An app asks a provider for its document once.
  const test = await testApp({ config: { APP_URL: appUrl, ...config }, ownApp: config !== provider.config })
  const known = await test.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', people.vitima.email)
    .executeTakeFirst()
  const victim = known ?? (await buildUser(test.db, { email: people.vitima.email }))
  return { ...test, ...tabOf(test), victim }
}

const refused = { status: 401, code: 'SIGN_IN_REFUSED' }
const expired = { status: 401, code: 'SIGN_IN_EXPIRED' }

describe('a sign-in that was not begun in this tab', () => {
  // proves 18.2, V7.6.2, V10.1.2
  it('cannot be finished without what the tab keeps: a stolen address of the way back is worth nothing', async () => {
    const { start, finish } = await organisation()
    const stolen = await provider.signIn((await start()).url, 'vitima')
    expect(await finish({ flow: '', ...stolen })).toMatchObject(expired)
    expect(await finish({ flow: 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..x.y.z', ...stolen })).toMatchObject(expired)
  })

  // proves 18.2, V10.1.2
  it('cannot be finished with another tab’s: a thief’s own sign-in does not take a stolen code', async () => {
    const { start, finish } = await organisation()
    const [victim, thief] = [await start(), await start()]
    const stolen = await provider.signIn(victim.url, 'vitima')
    expect(await finish({ flow: thief.flow, ...stolen })).toMatchObject(refused)
    // With the thief's own state, the code does not fit the thief's verifier (PKCE).
    const own = await provider.signIn(thief.url, 'vitima')
    expect(await finish({ flow: thief.flow, ...own, code: stolen.code })).toMatchObject(expired)
  })

  // proves 18.2, V7.6.2, V10.2.1
  it('does not sign a victim into the attacker’s account', async () => {
    const { start, finish } = await organisation()
    const [attacker, victim] = [await start(), await start()]
    const sent = await provider.signIn(attacker.url, 'vitima')
    expect(await finish({ flow: victim.flow, ...sent })).toMatchObject(refused)
  })

  // proves V10.2.1
  it.each([
    ['missing', undefined],
    ['another', 'x'.repeat(43)],
  ])('fails with a state that is %s', async (_, state) => {
    const { start, finish } = await organisation()
    const { url, flow } = await start()
    expect(await finish({ flow, ...(await provider.signIn(url, 'vitima')), state })).toMatchObject(refused)
  })
})

describe('a sign-in that is over', () => {
  // proves 18.2, V10.1.2
  it('cannot be finished twice', async () => {
    const { start, finish } = await organisation()
    const { url, flow } = await start()
    const body = { flow, ...(await provider.signIn(url, 'vitima')) }
    expect((await finish(body)).status).toBe(200)
    expect(await finish(body)).toMatchObject(expired)
  })

  it('cannot be finished twice at a provider that takes its code again, nor at once', async () => {
    const { start, finish } = await organisation({ ...provider.config, OIDC_ISSUER: rogue.issuer })
    rogue.do({ claims: people.vitima })
    const { url, flow } = await start()
    const body = { flow, ...rogue.signIn(url, 'vitima') }
    const replies = await Promise.all([finish(body), finish(body)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(await finish(body)).toMatchObject(expired)
  })

  // proves 18.2, V9.2.1, V9.2.2, V9.2.3
  it('is not finished after ten minutes', async () => {
    const { start, finish, clock } = await organisation()
    const { url, flow } = await start()
    const answer = await provider.signIn(url, 'vitima')
    clock.advance(10 * 60_000 + 1000)
    expect(await finish({ flow, ...answer })).toMatchObject(expired)
  })

  // proves V9.1.1, V9.1.2, V11.3.1, V11.3.2, V11.3.3
  it('is not the sign-in of another installation, or an altered one', async () => {
    const { start, finish } = await organisation()
    const other = await organisation({ ...provider.config, OIDC_CLIENT_SECRET: 'outro segredo' })
    const { url, flow } = await other.start()
    const answer = await provider.signIn(url, 'vitima')
    expect(await finish({ flow, ...answer })).toMatchObject(expired)
    const own = await start()
    const altered = own.flow.replace(/.{4}$/, (end) => (end === 'AAAA' ? 'BBBB' : 'AAAA'))
    expect(await finish({ flow: altered, ...(await provider.signIn(own.url, 'vitima')) })).toMatchObject(expired)
  })
})

describe('an answer of another provider', () => {
  // proves 18.3, V10.2.2
  it('is refused when it names another issuer (mix-up)', async () => {
    const { start, finish } = await organisation()
    const { url, flow } = await start()
    const answer = await provider.signIn(url, 'vitima')
    expect(answer.iss).toBe(provider.config.OIDC_ISSUER)
    expect(await finish({ flow, ...answer, iss: 'https://outro.test' })).toMatchObject(refused)
    expect(await finish({ flow, ...answer, iss: undefined })).toMatchObject(refused)
  })

  // proves 18.3, V9.1.3, V10.5.3
  it('is not even begun when its document is that of another issuer', async () => {
    rogue.do({ metadata: { issuer: 'https://outro.test' } })
    const { anonymous } = await organisation({ ...provider.config, OIDC_ISSUER: rogue.issuer })
    expect((await anonymous.post('/api/auth/oidc/start')).status).toBe(503)
  })

  it('may be a refusal', async () => {
    const { start, finish } = await organisation()
    const { url, flow } = await start()
    const { state, iss } = await provider.signIn(url, 'vitima')
    expect(await finish({ flow, state, iss, error: 'access_denied' })).toMatchObject({
      status: 401,
      code: 'SIGN_IN_CANCELLED',
    })
  })
})

describe('an ID token', () => {
  const past = Math.floor(Date.now() / 1000) - 600

  // proves 18.3, V6.8.2, V9.1.1, V9.1.2, V9.1.3, V9.2.1, V9.2.2, V9.2.3, V10.5.1, V10.5.4, V11.6.1
  it.each<[string, Mischief]>([
    ['of another nonce', { claims: { nonce: 'outro' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['of another issuer', { claims: { iss: 'https://outro.test' } }],
    ['for another client', { claims: { aud: 'outro' } }],
    ['for several clients, authorised for another', { claims: { aud: ['malote', 'outro'], azp: 'outro' } }],
    ['that has expired', { claims: { iat: past - 300, exp: past } }],
    ['without an expiry', { claims: { exp: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['signed with a foreign key', { hasForeignKey: true }],
    ['without a signature', { isUnsigned: true }],
  ])('%s is refused', async (_, mischief) => {
    const { start, finish } = await organisation({ ...provider.config, OIDC_ISSUER: rogue.issuer })
    rogue.do({})
    const { url, flow } = await start()
    rogue.do({ ...mischief, claims: { ...people.vitima, ...mischief.claims } })
    expect(await finish({ flow, ...rogue.signIn(url, 'vitima') })).toMatchObject(refused)
  })

  // proves V6.8.2, V9.1.1, V9.1.2
  it('signed with the secret that both know is refused', async () => {
    const { start, finish } = await organisation({ ...provider.config, OIDC_ISSUER: rogue.issuer })
    rogue.do({ metadata: { id_token_signing_alg_values_supported: ['ES256', 'HS256'] } })
    const { url, flow } = await start()
    rogue.do({ secret: provider.config.OIDC_CLIENT_SECRET ?? '', claims: people.vitima })
    expect(await finish({ flow, ...rogue.signIn(url, 'vitima') })).toMatchObject(refused)
  })

  // proves V13.2.4, V13.2.5, V15.3.2
  it('is not fetched from where the provider redirects to', async () => {
    const { start, finish } = await organisation({ ...provider.config, OIDC_ISSUER: rogue.issuer })
    rogue.do({})
    const { url, flow } = await start()
    rogue.do({ redirects: true })
    expect((await finish({ flow, ...rogue.signIn(url, 'vitima') })).status).toBeGreaterThanOrEqual(400)
    expect(rogue.followed()).toBe(0)
  })

  it('that is right opens a session, so that the refusals above are about what they name', async () => {
    const { start, finish, victim } = await organisation({ ...provider.config, OIDC_ISSUER: rogue.issuer })
    rogue.do({ claims: people.vitima })
    const { url, flow } = await start()
    const { status, body } = await finish({ flow, ...rogue.signIn(url, 'vitima') })
    expect({ status, id: body.user?.id }).toEqual({ status: 200, id: victim.id })
  })
})

describe('a browser that was left open', () => {
  // proves 18.7, V6.8.4
  it('gives no fresh proof by a new sign-in that the provider answers from its own session', async () => {
    const { start, finish, db, victim, withToken } = await organisation({
      ...provider.config,
      OIDC_ISSUER: rogue.issuer,
    })
    await db.updateTable('users').set({ role: 'Admin' }).where('id', '=', victim.id).execute()
    const other = await buildUser(db)
    const thisMorning = Math.floor(Date.now() / 1000) - 5 * 3600
    for (const [auth_time, status] of [
      [thisMorning, 403],
      [Math.floor(Date.now() / 1000), 200],
    ]) {
      rogue.do({ claims: { ...people.vitima, auth_time } })
      const { url, flow } = await start()
      const { token } = (await finish({ flow, ...rogue.signIn(url, 'vitima') })).body
      const change = { uname: other.name, uemail: other.email, udpid: other.departmentId, role: 'Gestor' }
      expect((await withToken(token).put(`/api/users/${other.id}`, change)).status).toBe(status)
    }
  })

  // proves 18.7
  it('is asked for a new proof at the provider after signing out', async () => {
    const { anonymous } = await organisation()
    const { body } = await anonymous.post('/api/auth/oidc/start', { again: true })
    expect(new URL(body.url).searchParams.get('prompt')).toBe('login')
  })
})

describe('who goes on failing', () => {
  // proves 10.16
  it('stops an address after thirty, with the minutes to wait, and nobody elsewhere', async () => {
    const config = { APP_URL: appUrl, ...provider.config, TRUST_PROXY: true }
    const { anonymous } = await testApp({ config, ownDatabase: true })
    // On a busy machine the attempts could take longer than a minute.
    vi.useFakeTimers({ toFake: ['Date'] })
    const finish = (address: string) =>
      anonymous.post('/api/auth/oidc/finish', { flow: 'x', code: 'x', state: 'x' }, { 'x-forwarded-for': address })
    for (let attempt = 0; attempt < 30; attempt += 1) {
      expect(await finish('10.0.0.7')).toMatchObject({ status: 401, body: { code: 'SIGN_IN_EXPIRED' } })
    }
    const stopped = await finish('10.0.0.7')
    expect(stopped).toMatchObject({
      status: 429,
      body: {
        code: 'TOO_MANY_LOGINS',
        message: 'Muitas tentativas de acesso. Aguarde 15 minutos e tente novamente.',
      },
    })
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(14 * 60)
    expect((await finish('10.0.0.8')).status).toBe(401)
  })

  it('counts no success', async () => {
    const { start, finish, db } = await organisation()
    const counted = async () => {
      const rows = await db.selectFrom('loginThrottle').select('points').where('key', 'like', 'oidc:%').execute()
      return rows.reduce((sum, { points }) => sum + points, 0)
    }
    const before = await counted()
    const { url, flow } = await start()
    expect((await finish({ flow, ...(await provider.signIn(url, 'vitima')) })).status).toBe(200)
    expect(await counted()).toBe(before)
  })
})

describe('the log', () => {
  // proves 18.1, V14.2.1
  it('has no code of a sign-in', () => {
    const request = { method: 'GET', url: '/entrar/oidc?code=segredo&state=x&iss=y', ip: '127.0.0.1' } as FastifyRequest
    expect(loggedRequest(request).url).toBe('/entrar/oidc?code=…&state=x&iss=y')
  })
})

describe('a page of another origin', () => {
  it('cannot begin a sign-in that could only end here', async () => {
    const { anonymous } = await organisation()
    const from = (origin: string) => anonymous.post('/api/auth/oidc/start', undefined, { origin })
    const { status, body } = await from('http://10.0.0.7:5000')
    expect(status).toBe(409)
    expect(body.message).toBe('Para entrar assim, abra o Malote em https://malote.test.')
    expect((await from(appUrl)).status).toBe(200)
  })
})
