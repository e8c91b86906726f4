// Without schemas: the page that sets a password stands before Zod is there.

/** Shortest password, in characters (contract 9.12). */
export const shortestPassword = 6

/** Longest password, in characters: a hash takes time that grows with its input. */
export const longestPassword = 200

/** What a new password hears that is shorter, or longer (contract 5.6.1). */
export const passwordTooShort = `A nova senha deve ter pelo menos ${shortestPassword} caracteres`
export const passwordTooLong = `A senha deve ter no máximo ${longestPassword} caracteres`

/** The second time it was typed is not the first (contract 5.6.1). */
export const passwordsDiffer = 'As senhas não coincidem'
