import { z } from 'zod'
import type { Role } from '../users/role.ts'
import { roleWire } from '../users/role.wire.ts'

/** A claim of the provider that gives a role, e.g. `groups` = `malote-admins`. */
export interface RolePair {
  claim: string
  value: string
  role: Role
}

/** Claims of a person, as the provider sent them. */
export type Claims = Readonly<Record<string, unknown>>

const shape = 'informe pares como groups=malote-admins:Admin, separados por vírgulas'

/** The setting OIDC_ROLES: `claim=value:role`, separated by commas. The value may contain `:` and `=`. */
export const rolePairs = z.string().transform((text, context): RolePair[] =>
  text.split(',').map((written) => {
    const parts = /^([^=]+)=(.+):([^:]+)$/.exec(written)
    const [claim = '', value = '', role = ''] = parts?.slice(1).map((part) => part.trim()) ?? []
    const known = roleWire.safeDecode(role as never)
    if (!claim || !value || !known.success) context.addIssue({ code: 'custom', message: shape })
    return { claim, value, role: known.data ?? 'Usuário' }
  }),
)

/** The role of the first pair that fits; undefined when none does. */
export const roleOf = (pairs: readonly RolePair[], claims: Claims): Role | undefined =>
  pairs.find(({ claim, value }) => valuesOf(claims, claim).includes(value))?.role

/** A claim's values as texts. `realm_access.roles` is a claim of that name, or `roles` inside of `realm_access`. */
function valuesOf(claims: Claims, name: string): string[] {
  const found = Object.hasOwn(claims, name) ? claims[name] : name.split('.').reduce<unknown>(memberOf, claims)
  return [found].flat().filter(isPlain).map(String)
}

const memberOf = (value: unknown, name: string) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
