import { z } from 'zod'
import { renamed } from '../shared/renamed.ts'

/** Crockford's base 32: digits and letters without I, L, O and U, which are misread or spell words. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Characters of a code before its check character. */
export const codeLength = 10

/** What ISO 7064 counts with. */
const checkAlphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The sentence for whatever is no code (contract 22.2). */
export const invalidCode = 'Código inválido. Confira os caracteres.'

/**
 * The check character of `body`. It finds every wrong character and nearly every two that changed places.
 *
 * @param body digits and letters
 * @see ISO/IEC 7064, MOD 37,36
 */
export function checkCharacter(body: string): string {
  let product = 36
  for (const character of body) {
    const sum = (product + checkAlphabet.indexOf(character)) % 36
    product = ((sum || 36) * 2) % 37
  }
  return checkAlphabet.charAt((37 - product) % 36)
}

/** `body` with its check character; null when that is I, L, O or U, which no code has. */
export function completeCode(body: string): string | null {
  const check = checkCharacter(body)
  return codeAlphabet.includes(check) ? body + check : null
}

/** As people read it: `XXXX-XXXX-XXX`. */
export const shownCode = (code: string) => `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`

/**
 * A typed or scanned code without its hyphens: letter case, hyphens and blanks do not count, O is read as 0, I and L as 1.
 *
 * @returns null when it is no code or its check character is wrong
 */
export function readCode(text: string): string | null {
  const code = text
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return code.length === codeLength + 1 && completeCode(code.slice(0, codeLength)) === code ? code : null
}

/** A code in a path, as typed; {@link readCode} says what is wrong with it. */
export const codeParams = z.object({ code: z.string() })

/** What a code belongs to (contract 22.3). */
export const foundCode = z.object({
  kind: z.enum(['protocol', 'item']),
  protocolId: z.int(),
  itemId: z.int().nullable(),
})
export type FoundCode = z.infer<typeof foundCode>
export const foundCodeWire = renamed(foundCode)

/** Address that a code on paper leads to, below APP_URL. @param shown the code as it is shown */
export const codePath = (shown: string, fingerprint: string) => `/q/${shown}?f=${fingerprint}`
