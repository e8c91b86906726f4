import { z } from 'zod'
import { type NotificationFlag, notificationFlags } from '../notifications/notification-type.ts'
import { roles } from '../users/role.ts'

const flagShape = <Schema extends z.ZodType>(schema: Schema) =>
  Object.fromEntries(notificationFlags.map((flag) => [flag, schema])) as Record<NotificationFlag, Schema>

/** The ten switches of the profile, all on for a new user (SPEC 3 "Profile user"). */
export const notificationSwitches = z.object(flagShape(z.boolean('Informe sim ou não')))

/** The signed-in person, as the login, the profile and the restored session know them (SPEC 3). */
export const sessionUser = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  /** null only for an Admin who was not given a department yet. */
  departmentId: z.int().nullable(),
  departmentName: z.string().nullable(),
  ...notificationSwitches.shape,
})
export type SessionUser = z.infer<typeof sessionUser>
