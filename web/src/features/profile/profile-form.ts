import { notificationFlags } from '@malote/core/notifications/notification-type.ts'
import type { profileUpdate } from '@malote/core/profile/profile-update.ts'
import type { SessionUser } from '@malote/core/profile/session-user.ts'
import type { z } from 'zod'

export type ProfileForm = z.input<typeof profileUpdate>

export const noPasswords = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** Form values of a profile; flags missing in the response are on, as for a new user (contract 3.3). */
export const profileFormOf = (user: SessionUser): ProfileForm => ({
  phone: user.phone ?? '',
  ...Object.fromEntries(notificationFlags.map((flag) => [flag, user[flag] ?? true])),
  ...noPasswords,
})
