import { z } from 'zod'
import { duties } from '../auth/duty.ts'
import { switchesOf } from '../notifications/notification-type.ts'
import { renamed } from '../shared/renamed.ts'
import { roles } from '../users/role.ts'
import { roleWire } from '../users/role.wire.ts'

/** The signed-in user, as used by the login, the profile and the restored session (contract 3.1). */
const sessionUser = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  /** null only for an Admin who has no department yet. */
  departmentId: z.int().nullable(),
  departmentName: z.string().nullable(),
  /** The duty that comes before everything else; absent without one. */
  duty: z.enum(duties).optional(),
  /** All on for a new user (contract 3.3). */
  ...switchesOf(z.boolean()),
})
export type SessionUser = z.infer<typeof sessionUser>

export const sessionUserWire = renamed(sessionUser.extend({ role: roleWire }))
