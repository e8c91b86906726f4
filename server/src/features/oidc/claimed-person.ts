import type { Claims } from '@malote/core/auth/role-pairs.ts'
import { requiredText } from '@malote/core/shared/wire-values.ts'
import { emailAddress } from '@malote/core/users/email.ts'

const address = emailAddress('', '')
const name = requiredText('', 120)
const departmentName = requiredText('', 255)

/** What the claims say about a person; what is missing or unusable is undefined. */
export interface ClaimedPerson {
  /** Only when the provider has verified it. ASCII alone: other letters may become equal to these when lower-cased. */
  email: string | undefined
  /** The name, else the user name, else the part of the address before the @. */
  name: string | undefined
  department: string | undefined
}

export function claimedPerson(claims: Claims): ClaimedPerson {
  // Some providers send it as text.
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  const email = isVerified ? address.safeParse(claims.email).data : undefined
  const names = [claims.name, claims.preferred_username, email?.split('@')[0]]
  return {
    email,
    name: names.map((given) => name.safeParse(given).data).find((given) => given !== undefined),
    department: departmentName.safeParse(claims.department).data,
  }
}
