import { z } from 'zod'

/** Shortest password, in characters (SPEC 9). */
export const shortestPassword = 6

/** Longest password, in characters: a hash takes time that grows with its input. */
const longestPassword = 200

const tooShort = `A nova senha deve ter pelo menos ${shortestPassword} caracteres`

/** A password somebody chooses; never trimmed, spaces are part of it. */
export const chosenPassword = z
  .string(tooShort)
  .min(shortestPassword, tooShort)
  .max(longestPassword, `A senha deve ter no máximo ${longestPassword} caracteres`)

/** A password somebody proves; its length tells nothing about what is right. */
export const provenPassword = (missing: string) =>
  z.string(missing).min(1, missing).max(longestPassword, 'Senha incorreta')

export const passwordsDiffer = 'As senhas não coincidem'
