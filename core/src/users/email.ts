import { z } from 'zod'
import { cleanLine } from '../shared/typed-text.ts'

/** Words of RFC 5321's `Dot-string`, whose dots stand between two of them: `d'avila`, `ana.maria+nf`. */
const word = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"

/** A part of a domain: letters, digits and inner hyphens. */
const label = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

/**
 * An address as RFC 5321 has it, in any letter case and without quotes; its domain ends in letters, or in the ASCII form of
 * other alphabets (contract 5.1.2). Without the flag `i`, which the OpenAPI document cannot carry.
 */
const addressPattern = new RegExp(
  `^(?=[^@]{1,64}@)${word}(\\.${word})*@(${label}\\.)+([A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,57}[A-Za-z0-9])$`,
)

/**
 * Drops what a paste brings along. A text with other letters stays as it is and is refused: composing them could make them
 * ASCII (U+212A, the sign of kelvin, is K), and the address that of somebody else.
 */
const typedAddress = (text: string): string => {
  const address = cleanLine(text)
  return /^\p{ASCII}*$/u.test(text.replace(/[\s\p{Cf}]/gu, '')) ? address : text
}

/** Longest e-mail address (RFC 5321). */
const longestAddress = 254

/**
 * An e-mail address; the contract has different messages for the same two problems on the login and on the settings
 * screen.
 *
 * @param missing message when it is absent or blank
 * @param invalid message when it is not a valid address
 */
export const emailAddress = (missing: string, invalid: string) =>
  z.string(missing).overwrite(typedAddress).min(1, missing).max(longestAddress, invalid).regex(addressPattern, invalid)
