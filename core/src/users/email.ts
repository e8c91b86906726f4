import { z } from 'zod'

/** The usual address pattern: something@domain.tld, in any letter case (SPEC 5 "Login"). */
const addressPattern = /^[A-Z0-9._%+-]+@[A-Z0-9-]+(\.[A-Z0-9-]+)*\.[A-Z]{2,}$/i

/** Longest address that mail can carry (RFC 5321). */
const longestAddress = 254

/**
 * An e-mail address; the SPEC words the same two problems differently on the login and on the settings screen.
 *
 * @param missing said when it is absent or blank
 * @param invalid said when it does not look like an address
 */
export const emailAddress = (missing: string, invalid: string) =>
  z.string(missing).trim().min(1, missing).max(longestAddress, invalid).regex(addressPattern, invalid)
