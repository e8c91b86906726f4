import { z } from 'zod'

/**
 * The usual address pattern: something@domain.tld, in any letter case (contract 5.1.2). Without the flag `i`, which the
 * OpenAPI document cannot carry.
 */
const addressPattern = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}$/

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
  z.string(missing).trim().min(1, missing).max(longestAddress, invalid).regex(addressPattern, invalid)
