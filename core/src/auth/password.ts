import { z } from 'zod'
import { longestPassword, passwordTooLong, passwordTooShort, shortestPassword } from './password-words.ts'

/** A password somebody chooses; never trimmed, spaces are part of it. */
export const chosenPassword = z
  .string(passwordTooShort)
  .min(shortestPassword, passwordTooShort)
  .max(longestPassword, passwordTooLong)

/** A password somebody proves; its length tells nothing about what is right. */
export const provenPassword = (missing: string) =>
  z.string(missing).min(1, missing).max(longestPassword, 'Senha incorreta')
