import { randomBytes, randomInt } from 'node:crypto'
import {
  readRecoveryCode,
  recoveryCodeAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
  shownRecoveryCode,
} from '@malote/core/auth/second-step.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { notifyAccount } from '../../domain/notices/notify.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { recordAudit } from '../audit/public.ts'
import { hashWithSalt } from '../auth/public.ts'
import { lockUser } from '../users/public.ts'
import type { Enroller } from './enrolment.ts'
import { countMethods } from './methods.repo.ts'

// meets V6.5.3, V6.5.4
/** Bytes of the salt that a person's codes share: with one each, a try would cost ten slow hashes. */
const saltLength = 16

const newCode = () =>
  Array.from({ length: recoveryCodeLength }, () => recoveryCodeAlphabet[randomInt(recoveryCodeAlphabet.length)]).join(
    '',
  )

/** New recovery codes, which nobody has yet. */
export interface MadeCodes {
  codes: string[]
  salt: Buffer
  hashes: Buffer[]
}

/** Ten slow hashes: before the transaction that gives the codes to somebody. */
export async function makeRecoveryCodes(): Promise<MadeCodes> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  const salt = randomBytes(saltLength)
  return { codes, salt, hashes: await Promise.all(codes.map((code) => hashWithSalt(code, salt))) }
}

/** Replaces a person's recovery codes. The codes cannot be read again: only their hashes are stored. */
export async function renewRecoveryCodes(
  trx: Trx,
  userId: number,
  { codes, salt, hashes }: MadeCodes,
  now: Date,
): Promise<string[]> {
  const values = { salt, hashes, createdAt: now }
  await trx
    .insertInto('recoveryCodes')
    .values({ userId, ...values })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(values))
    .execute()
  return codes.map(shownRecoveryCode)
}

/** A typed code as it is stored. Its salt tells the set of codes. */
export interface HashedCode {
  salt: Buffer
  hash: Buffer
}

/** Before the transaction that uses the code up. Returns undefined for what is no code, and without codes. */
export async function hashRecoveryCode(db: Db, userId: number, typed: string): Promise<HashedCode | undefined> {
  const code = readRecoveryCode(typed)
  if (code === null) return undefined
  const row = await db.selectFrom('recoveryCodes').select('salt').where('userId', '=', userId).executeTakeFirst()
  return row && { salt: row.salt, hash: await hashWithSalt(code, row.salt) }
}

/** Uses up a code. Returns false when the person has no such code, or no longer. */
export async function useRecoveryCode(trx: Trx, userId: number, { salt, hash }: HashedCode): Promise<boolean> {
  const row = await trx
    .selectFrom('recoveryCodes')
    .select(['salt', 'hashes'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  // With another salt, the codes were replaced meanwhile.
  if (!row?.salt.equals(salt)) return false
  const left = row.hashes.filter((one) => !one.equals(hash))
  if (left.length === row.hashes.length) return false
  await trx.updateTable('recoveryCodes').set({ hashes: left }).where('userId', '=', userId).execute()
  return true
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const row = await db.selectFrom('recoveryCodes').select('hashes').where('userId', '=', userId).executeTakeFirst()
  return row?.hashes.length ?? 0
}

export async function dropRecoveryCodes(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
}

/**
 * Ten new recovery codes; the old ones no longer count.
 *
 * @throws AppError SECOND_STEP_METHOD_NOT_FOUND for people without a second step, for whom codes would open nothing
 */
export async function newRecoveryCodes(db: Db, { viewer, ip }: Enroller, now: Date): Promise<string[]> {
  await ensureMethod(db, viewer.id)
  const made = await makeRecoveryCodes()
  return db.transaction().execute(async (trx) => {
    const { id, name } = await lockUser(trx, viewer.id)
    await ensureMethod(trx, id)
    const subject = { kind: 'user', id: String(id), name }
    const after = { kind: 'recovery' }
    await recordAudit(trx, { action: 'second-step.enrolled', actor: viewer, address: ip, subject, after })
    await notifyAccount(trx, {
      userId: id,
      title: 'Códigos de recuperação trocados',
      message:
        'Novos códigos de recuperação foram criados no seu perfil, e os anteriores não valem mais. Se não foi você, altere a sua senha e fale com um administrador.',
      at: now,
    })
    return renewRecoveryCodes(trx, id, made, now)
  })
}

async function ensureMethod(db: Db, userId: number): Promise<void> {
  if ((await countMethods(db, userId)) === 0) throw new AppError('SECOND_STEP_METHOD_NOT_FOUND')
}
