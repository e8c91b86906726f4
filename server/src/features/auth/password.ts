import { availableParallelism } from 'node:os'
import { AppError, errors } from '@malote/core/shared/errors.ts'
// meets V11.2.1
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { ensureOutsideTransaction } from '../../platform/db/outside-transactions.ts'
import { openTurns } from '../../platform/http/turns.ts'

/** OWASP's recommendation for argon2id; memory in KiB. */
// meets V11.4.2
let cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** For tests only, where hashing would take longer than everything else. */
export const hashCheaply = () => {
  cost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
}

/** All but one processor: hashing leaves one to everybody else. */
const turns = openTurns<'all'>({ atOnce: Math.max(1, availableParallelism() - 1) })

async function inTurn<Result>(hashing: () => Promise<Result>): Promise<Result> {
  ensureOutsideTransaction('Hashing')
  const end = await turns.take('all')
  return hashing().finally(end)
}

/** argon2id with a random salt, in the PHC format, which includes the cost. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

// The hash of a random text. Unknown accounts are checked against it, so they take as long as known ones.
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$O+WraYNZZ3KNCe7prgWBHQ$jTh9epkqFEKOG1xizlwbPFBa1QIUVLgmDAtquoEylwA'

/**
 * Whether `password` matches `passwordHash`. Without a hash (unknown account, no password yet) returns false after the
 * same work, so that the time reveals nothing.
 */
export async function isPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? nobodysHash, password))
  return matches && passwordHash !== null && passwordHash !== undefined
}

const currentPasswordWrong = () =>
  new AppError('CURRENT_PASSWORD_WRONG', {
    fieldErrors: { currentPassword: errors.CURRENT_PASSWORD_WRONG.message },
  })

/**
 * Checks the password that a signed-in person repeats.
 *
 * @throws AppError CURRENT_PASSWORD_WRONG on the field `currentPassword`
 */
export async function ensureCurrentPassword(password: string, passwordHash: string | null): Promise<void> {
  if (!(await isPassword(password, passwordHash))) throw currentPasswordWrong()
}

/**
 * Checks in a transaction, with the person locked, that a password is still the one that was checked before it.
 *
 * @throws AppError CURRENT_PASSWORD_WRONG as {@link ensureCurrentPassword}
 */
export function ensureSamePassword(checkedHash: string | null, passwordHash: string | null): void {
  if (checkedHash !== passwordHash) throw currentPasswordWrong()
}

/** argon2id with a given salt, 32 bytes: for secrets that are found by their hash. */
export async function hashWithSalt(secret: string, salt: Buffer): Promise<Buffer> {
  return inTurn(() => hashRaw(secret, { ...cost, salt }))
}
