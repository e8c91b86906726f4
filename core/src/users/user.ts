import { z } from 'zod'
import { instant, optionalLine, requiredId, requiredLine } from '../shared/wire-values.ts'
import { isAnonymized } from './anonymized.ts'
import { emailAddress } from './email.ts'
import { role, roles } from './role.ts'

/** A user, as the management screen shows it (contract 3.2). */
export const user = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** null only for an Admin who has no department yet. */
  departmentId: z.int().nullable(),
  departmentName: z.string().nullable(),
  role: z.enum(roles),
  isActive: z.boolean(),
  /** True until the user has chosen the first password. */
  firstAccess: z.boolean(),
  /** Number of protocols created by the user. */
  protocolsCreated: z.int(),
})
export type User = z.infer<typeof user>

/** A user in a select. */
export const userOption = z.object({ id: z.int(), name: z.string() })
export type UserOption = z.infer<typeof userOption>

/** The form of the users' screen; by default a new user is an active Usuário (contract 5.5.5). */
export const newUser = z.object({
  name: requiredLine('Nome é obrigatório', 120),
  // Addresses of anonymised people are refused: an account with one could be neither changed nor deactivated.
  email: emailAddress('E-mail é obrigatório', 'E-mail inválido').refine(
    (email) => !isAnonymized({ email }),
    'E-mail inválido',
  ),
  departmentId: requiredId('Departamento é obrigatório'),
  role: z.enum(roles).default(role.user),
  phone: optionalLine(40),
  isActive: z.boolean().default(true),
})
export type NewUser = z.infer<typeof newUser>

/** A change of a user; role, phone and activity stay unchanged when they are missing. */
export const userEdit = newUser.extend({ role: z.enum(roles).optional(), isActive: z.boolean().optional() })
export type UserEdit = z.infer<typeof userEdit>

/**
 * The link with which a user chooses a password; shown once, valid for one use. Its address is null when it was sent to
 * its owner alone.
 */
export const invitation = z.object({ url: z.string().nullable(), expiresAt: instant })
export type Invitation = z.infer<typeof invitation>
