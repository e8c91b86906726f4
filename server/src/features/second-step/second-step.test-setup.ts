import type { Config } from '../../platform/settings/config.ts'
import { testApp } from '../../test/app.ts'
import { authenticatorApp, testAuthenticator } from '../../test/authenticator.ts'
import { buildUser, testPassword } from '../../test/builders.ts'

const start = '2026-11-23T12:00:00Z'

/** Seconds of a time step of an authenticator app. */
export const step = 30_000

let addresses = 0
/** An address that no other test uses, so that failures do not count across tests. */
export const newAddress = () => {
  addresses += 1
  return `10.1.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
}

interface Person {
  id: number
  email: string
}

/** The app, whose clock stands still, with clients that sign in and enrol as browsers do. */
export async function guardedDoor(config: Partial<Config> = {}) {
  const test = await testApp({ now: start, config: { TRUST_PROXY: true, ...config } })
  const from = (address: string, userAgent = 'Navegador de teste') => ({
    'x-forwarded-for': address,
    'user-agent': userAgent,
  })
  /** The first step of a sign-in. */
  const login = (
    person: Person,
    {
      password = testPassword,
      address = newAddress(),
      remember = false,
      userAgent = undefined as string | undefined,
      device = undefined as string | undefined,
    } = {},
  ) => {
    const body = { email: person.email, password, remember, device }
    return test.anonymous.post('/api/auth/login', body, from(address, userAgent))
  }
  /** The token of a sign-in that waits for its second step. */
  const begin = async (person: Person) => (await login(person)).body.second_step.token as string
  const finish = (body: Record<string, unknown>, address = newAddress(), userAgent?: string) =>
    test.anonymous.post('/api/auth/second-step', body, from(address, userAgent))

  /** Enrols an authenticator app and lets its time step pass, because the code of the enrolment is used up. */
  async function enrolTotp(person: Person) {
    const client = test.as(person)
    const { body: offer } = await client.post('/api/auth/second-step/totp')
    const app = appWith(offer.secret)
    const { status, body } = await client.post('/api/auth/second-step/totp/confirm', { code: app.code() })
    if (status !== 200) throw new Error(`not enrolled: ${status} ${JSON.stringify(body)}`)
    test.clock.advance(step)
    return { ...app, client, recoveryCodes: body.recovery_codes as string[] }
  }

  /** An authenticator app with this secret. */
  const appWith = (secret: string) => ({
    /** @param later seconds from now */
    code: (later = 0) => authenticatorApp(secret).codeAt(test.clock.now().getTime() + later * 1000),
  })

  async function enrolPasskey(person: Person, name = 'Notebook') {
    const client = test.as(person)
    const { body: options } = await client.post('/api/auth/second-step/passkey/options')
    const passkey = testAuthenticator()
    const reply = await client.post('/api/auth/second-step/passkey', { credential: passkey.create(options), name })
    if (reply.status !== 200) throw new Error(`not enrolled: ${reply.status} ${JSON.stringify(reply.body)}`)
    return { passkey, client, recoveryCodes: reply.body.recovery_codes as string[] | undefined }
  }

  return { ...test, login, begin, finish, enrolTotp, enrolPasskey, appWith }
}

/** The same with somebody who has enrolled an authenticator app. */
export async function doorWithTotp() {
  const door = await guardedDoor()
  const user = await buildUser(door.db)
  return { ...door, user, ...(await door.enrolTotp(user)) }
}

/** The same with somebody who has enrolled a passkey. */
export async function doorWithPasskey() {
  const door = await guardedDoor()
  const user = await buildUser(door.db)
  return { ...door, user, ...(await door.enrolPasskey(user)) }
}

export const wrongCode = { status: 401, body: { message: 'Código incorreto', code: 'SECOND_STEP_WRONG' } }
export const expired = {
  status: 401,
  body: { message: 'A confirmação demorou demais. Entre novamente.', code: 'SECOND_STEP_EXPIRED' },
}
