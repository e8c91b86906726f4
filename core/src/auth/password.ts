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
