/** Crockford's base32: digits and letters without I, L, O and U, which are mistaken for others when read from paper. */
export const recoveryCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Characters of a recovery code: 60 random bits. */
export const recoveryCodeLength = 12

/** How many codes a person gets at once. */
export const recoveryCodeCount = 10

/** A code as it is shown and printed: `7K2M-Q9XT-04RD`. */
export const shownRecoveryCode = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code

/**
 * The code behind what somebody typed. Blanks, hyphens and letter case do not count; `O` is read as 0, `I` and `L` as 1.
 *
 * @returns null when it cannot be a code
 */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
  const isCode = code.length === recoveryCodeLength && [...code].every((sign) => recoveryCodeAlphabet.includes(sign))
  return isCode ? code : null
}
