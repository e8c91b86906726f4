import type { LoginBody } from '@malote/core/auth/login.ts'
import { mayUsePassword, type PasswordLogin } from '@malote/core/auth/password-login.ts'
import type { SecondStepMethod, SecondStepWanted } from '@malote/core/auth/second-step.ts'
import type { SessionUser } from '@malote/core/profile/session-user.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Role } from '@malote/core/users/role.ts'
import { type AuthenticatorTransport, generateAuthenticationOptions } from '@simplewebauthn/server'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { type Admitted, admit, dutyOf } from './admit.ts'
import { findDevice, rememberDevice } from './devices.repo.ts'
import { isPassword } from './password.ts'
import { type NewPendingSignIn, openPendingSignIn } from './pending-sign-ins.repo.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'
import type { Place, SuccessLimit } from './throttle.ts'

/** Origin of a sign-in. */
export interface ClientAddress {
  ip: string
  userAgent: string | undefined
  /** Called with the id of the requested account, for the security log. The response never reveals it. */
  onAccount?: (userId: number) => void
}

/**
 * Opens a session for a correct password, or asks people with a second step for it. An unknown address, a wrong
 * password, a missing password and a deactivated account get the same error after the same work (contract 10.15), and so
 * does an account that may not use its password (contract 18.8).
 *
 * @throws AppError BAD_CREDENTIALS; PASSWORDS_ARE_OFF, for everybody; ThrottledError after too many failures
 */
export async function login(
  db: Db,
  { logins, successes }: { logins: SignInThrottle; successes: SuccessLimit },
  config: Config,
  { email, password, remember, device }: LoginBody,
  { onAccount, ...client }: ClientAddress,
  now: Date,
): Promise<PassedFirstStep> {
  const policy = config.PASSWORD_LOGIN
  if (policy === 'off') throw new AppError('PASSWORDS_ARE_OFF')
  const deviceId = await findDevice(db, email, device)
  const place: Place = { address: client.ip, own: deviceId === null ? undefined : `device:${deviceId}` }
  const wrong = new AppError('BAD_CREDENTIALS')
  await successes.ensure(place, email)
  const passed = await logins.attempt<PassedFirstStep>(email, place, async () => {
    const account = await findAccount(db, policy, email)
    if (account) onAccount?.(account.id)
    const isRight = await isPassword(password, account?.passwordHash)
    if (!isRight || !account?.isActive || account.passwordHash === null) throw wrong
    const { passwordHash } = account
    const passed = await db.transaction().execute(async (trx) => {
      // Read under a lock: an account that is deactivated, or whose password changes, at this moment must not keep a
      // session.
      const current = await trx
        .selectFrom('users')
        .select(['isActive', 'passwordHash'])
        .where('id', '=', account.id)
        .forShare()
        .executeTakeFirst()
      if (!current?.isActive || current.passwordHash !== passwordHash) throw wrong
      const signIn = { userId: account.id, remember: remember ?? false, ...client, deviceId }
      return passFirstStep(trx, config, { ...signIn, passwordHash }, now)
    })
    if ('second_step' in passed) return { answer: passed, isUnfinished: true }
    return { answer: { device: device ?? undefined, ...passed } }
  })
  await successes.count(place, email)
  return passed
}

/** What follows a right password: an open session, or the question for the second step. */
export type PassedFirstStep = { user: SessionUser; token: string; device?: string } | { second_step: SecondStepWanted }

/** Opens a session for a person who has proved or just chosen their password, or begins their second step. */
export async function passFirstStep(
  trx: Trx,
  config: Config,
  { passwordHash, deviceId, ...signIn }: Omit<NewPendingSignIn & Admitted, 'challenge' | 'duty'>,
  now: Date,
): Promise<PassedFirstStep> {
  const wanted = await requestSecondStep(trx, config, { ...signIn, passwordHash, deviceId }, now)
  if (wanted) return { second_step: wanted }
  const admitted = await admit(trx, { ...signIn, duty: await dutyOf(trx, config, signIn.userId) }, now)
  const device = await rememberDevice(trx, signIn.userId, deviceId, now)
  return { ...admitted, ...(device && { device }) }
}

/** The account of an address. Its password counts as missing when the policy does not admit it. */
async function findAccount(db: Db, policy: PasswordLogin, email: string) {
  const account = await db
    .selectFrom('users')
    .select(['id', 'passwordHash', 'isActive', 'role'])
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  if (!account || mayUsePassword(policy, { role: account.role as Role })) return account
  return { ...account, passwordHash: null }
}

/**
 * Begins the second step of a sign-in whose password was right.
 *
 * @returns undefined when the person has no second step
 */
async function requestSecondStep(
  trx: Trx,
  config: Config,
  signIn: Omit<NewPendingSignIn, 'challenge'>,
  now: Date,
): Promise<SecondStepWanted | undefined> {
  const enrolled = await trx
    .selectFrom('secondStepMethods')
    .select(['kind', 'credentialId', 'transports'])
    .where('userId', '=', signIn.userId)
    .orderBy('id')
    .execute()
  if (enrolled.length === 0) return undefined
  const passkeys = enrolled.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : [{ id: credentialId, transports: transports as AuthenticatorTransport[] }],
  )
  const passkeyOptions =
    passkeys.length === 0
      ? undefined
      : await generateAuthenticationOptions({
          rpID: relyingParty(config).id,
          allowCredentials: passkeys,
          userVerification: 'preferred',
        })
  const token = await openPendingSignIn(trx, { ...signIn, challenge: passkeyOptions?.challenge ?? null }, now)
  const methods: SecondStepMethod[] = [
    ...(enrolled.some(({ kind }) => kind === 'totp') ? (['totp'] as const) : []),
    ...(passkeyOptions ? (['passkey'] as const) : []),
    ...((await hasRecoveryCodes(trx, signIn.userId)) ? (['recovery'] as const) : []),
  ]
  return { token, methods, ...(passkeyOptions && { passkeyOptions: { ...passkeyOptions } }) }
}

const hasRecoveryCodes = async (trx: Trx, userId: number) =>
  (await trx
    .selectFrom('recoveryCodes')
    .select('userId')
    .where('userId', '=', userId)
    .where((row) => row.fn<number>('cardinality', ['hashes']), '>', 0)
    .executeTakeFirst()) !== undefined

/** Passkeys are bound to these: the host (RP ID) and the origin of `APP_URL` (WebAuthn Level 3, 5.4.2). */
export function relyingParty({ APP_URL, ORG_NAME }: Config) {
  const { hostname, origin } = new URL(APP_URL)
  return { id: hostname, origin, name: ORG_NAME === undefined ? 'Malote' : `Malote · ${ORG_NAME}` }
}
