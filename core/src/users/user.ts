import { z } from 'zod'
import { instant, optionalText, requiredId, requiredText } from '../shared/wire-values.ts'
import { emailAddress } from './email.ts'
import { role, roles } from './role.ts'

/** A person of the organisation, as the management screen shows them (contract 3.2). */
export const user = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** null only for an Admin who was not given a department yet. */
  departmentId: z.int().nullable(),
  departmentName: z.string().nullable(),
  role: z.enum(roles),
  isActive: z.boolean(),
  /** True until they chose their first password. */
  firstAccess: z.boolean(),
  /** Protocols they created. */
  protocolsCreated: z.int(),
})
export type User = z.infer<typeof user>

/** A person in a select. */
export const userOption = z.object({ id: z.int(), name: z.string() })
export type UserOption = z.infer<typeof userOption>

/** The form of the users' screen; a new person is an active Usuário unless said otherwise (contract 5.5.5). */
export const newUser = z.object({
  name: requiredText('Nome é obrigatório', 120),
  email: emailAddress('E-mail é obrigatório', 'E-mail inválido'),
  departmentId: requiredId('Departamento é obrigatório'),
  role: z.enum(roles).default(role.user),
  phone: optionalText(40),
  isActive: z.boolean().default(true),
})
export type NewUser = z.infer<typeof newUser>

/** A change of a person; role, phone and activity stay as they are when they are not named. */
export const userEdit = newUser.extend({ role: z.enum(roles).optional(), isActive: z.boolean().optional() })
export type UserEdit = z.infer<typeof userEdit>

/** Where a new person chooses their password; shown once, valid for one use. */
export const invitation = z.object({ url: z.string(), expiresAt: instant })
export type Invitation = z.infer<typeof invitation>
