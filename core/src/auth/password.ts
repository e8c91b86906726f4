import { z } from 'zod'
import { longestPassword, passwordTooLong, passwordTooShort, shortestPassword } from './password-words.ts'

/** A password that a user chooses; never trimmed, spaces are part of it. */
export const chosenPassword = z
  .string(passwordTooShort)
  .min(shortestPassword, passwordTooShort)
  .max(longestPassword, passwordTooLong)

/** A password that a user enters to be checked; its length is not validated. */
export const provenPassword = (missing: string) =>
  z.string(missing).min(1, missing).max(longestPassword, 'Senha incorreta')

/**
 * How long a sign-in or a repeated password counts as proof, in milliseconds: for what changes how somebody signs in or
 * throws others out, and for everyday administration, where a morning's work needs one proof.
 */
export const proofLifetime = { fresh: 10 * 60_000, recent: 4 * 3_600_000 }

/** Body of `POST /api/auth/proof`: repeats the password, so that a session left open cannot change how one signs in. */
export const proofBody = z.object({ currentPassword: provenPassword('Informe a senha atual') })
