import type { SecondStepMethod, SecondStepWanted } from '@malote/core/auth/second-step.ts'
import { type AuthenticatorTransport, generateAuthenticationOptions } from '@simplewebauthn/server'
import type { Trx } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { type NewPendingSignIn, openPendingSignIn } from './pending-sign-ins.repo.ts'
import { relyingParty } from './relying-party.ts'

/**
 * Begins the second step of a sign-in whose password was right.
 *
 * @returns undefined when the person has no second step
 */
export async function requestSecondStep(
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
