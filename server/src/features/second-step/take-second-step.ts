import type { SecondStepBody } from '@malote/core/auth/second-step.ts'
import type { SessionUser } from '@malote/core/profile/session-user.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import {
  admit,
  type ClientAddress,
  countWrongCode,
  dutyOf,
  endPendingSignIn,
  findPendingSignIn,
  lockPendingSignIn,
  mostWrongCodes,
  type PendingSignIn,
  type Place,
  rememberDevice,
  type SignInThrottle,
  type Throttle,
  ThrottledError,
} from '../auth/public.ts'
import { lockPasskeys, lockTotp, markUsed } from './methods.repo.ts'
import { counterOf } from './passkeys.ts'
import { type HashedCode, hashRecoveryCode, useRecoveryCode } from './recovery-codes.ts'
import { timeStepOf, unseal } from './totp.ts'

interface Throttles {
  signIns: SignInThrottle
  /**
   * Counts the codes of an account from all addresses together. Only those who know the password can use it up, so that
   * strangers cannot lock the owner out with it.
   */
  codes: Throttle
  countUnknown: (address: string) => Promise<void>
}

/**
 * Finishes a sign-in whose password was right. Wrong codes count as failed sign-ins of the account, whatever their
 * token, and a sign-in allows five of them.
 *
 * @throws AppError SECOND_STEP_EXPIRED, SECOND_STEP_WRONG; ThrottledError
 */
export async function takeSecondStep(
  db: Db,
  throttles: Throttles,
  config: Config,
  step: SecondStepBody,
  { onAccount, ...client }: ClientAddress,
  now: Date,
): Promise<{ user: SessionUser; token: string; device?: string | undefined }> {
  const find = (on: Db) => findPendingSignIn(on, step.token, client.userAgent, now)
  const found = await find(db)
  if (!found) {
    await throttles.countUnknown(client.ip)
    throw new AppError('SECOND_STEP_EXPIRED')
  }
  onAccount?.(found.userId)
  const place: Place = { address: client.ip, own: found.deviceId === null ? undefined : `device:${found.deviceId}` }
  const { signIns, codes } = throttles
  await codes.reserve(String(found.userId), client.ip)
  const attempt = signIns.attempt(found.email, place, async () => {
    const recovery =
      'method' in step && step.method === 'recovery' ? await hashRecoveryCode(db, found.userId, step.code) : undefined
    const answer = await db.transaction().execute(async (trx) => {
      await lockPendingSignIn(trx, found)
      const signIn = await find(trx)
      if (!signIn || signIn.wrongCodes >= mostWrongCodes) return 'SECOND_STEP_EXPIRED'
      if (!(await isRight(trx, config, signIn, step, recovery, now))) {
        await countWrongCode(trx, signIn)
        return 'SECOND_STEP_WRONG'
      }
      await endPendingSignIn(trx, signIn)
      const { userId, remember } = signIn
      const admitted = await admit(trx, { userId, remember, ...client, duty: await dutyOf(trx, config, userId) }, now)
      return { ...admitted, device: await rememberDevice(trx, userId, signIn.deviceId, now) }
    })
    // Thrown after the commit, because the wrong code must stay counted.
    if (typeof answer === 'string') throw new AppError(answer)
    // The session is open: failing to reset the throttle must not turn it into an error.
    await codes.succeed(String(found.userId), client.ip).catch(() => {})
    return { answer }
  })
  return attempt.catch(async (refusal) => {
    // Both throttles count an attempt or, if one refuses it, neither (contract 18.25).
    if (refusal instanceof ThrottledError) await codes.release(String(found.userId), client.ip).catch(() => {})
    throw refusal
  })
}

async function isRight(
  trx: Trx,
  config: Config,
  signIn: PendingSignIn,
  step: SecondStepBody,
  recovery: HashedCode | undefined,
  now: Date,
) {
  const { userId, challenge } = signIn
  if ('credential' in step)
    return challenge !== null && usePasskey(trx, config, userId, step.credential, challenge, now)
  if (step.method === 'recovery') return recovery !== undefined && useRecoveryCode(trx, userId, recovery)
  return useTotp(trx, config, userId, step.code, now)
}

/** A code counts once, and so do those of earlier time steps. */
async function useTotp(trx: Trx, config: Config, userId: number, code: string, now: Date): Promise<boolean> {
  const totp = await lockTotp(trx, userId)
  const secret = totp && unseal(totp.secret, userId, config.SECOND_STEP_KEY)
  const step = secret && timeStepOf(secret, code, now)
  if (!totp || step === undefined || step <= totp.lastStep) return false
  await markUsed(trx, totp.id, { lastStep: step }, now)
  return true
}

async function usePasskey(
  trx: Trx,
  config: Config,
  userId: number,
  answer: Record<string, unknown>,
  challenge: string,
  now: Date,
): Promise<boolean> {
  const passkey = (await lockPasskeys(trx, userId)).find(({ credentialId }) => credentialId === answer.id)
  const signCount = passkey && (await counterOf(config, answer, challenge, passkey))
  if (!passkey || signCount === undefined) return false
  await markUsed(trx, passkey.id, { signCount }, now)
  return true
}
