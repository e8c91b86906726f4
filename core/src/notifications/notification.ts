import { z } from 'zod'
import { renamed } from '../shared/renamed.ts'
import { bit, instant } from '../shared/wire-values.ts'
import { notificationTypes } from './notification-type.ts'

/** Something that happened, told to one person (SPEC 3 "Notification"). */
export const notification = z.object({
  id: z.int(),
  type: z.enum(notificationTypes),
  title: z.string(),
  message: z.string(),
  createdAt: instant,
  isRead: bit,
  /** What clicking it opens; null when it is about no single protocol. */
  protocolId: z.int().nullable(),
})
export type Notification = z.infer<typeof notification>

export const notificationWire = renamed(notification)

/** Notifications that a request gets unless it asks for another number, and the most it may ask for (SPEC 9). */
export const notificationLimit = { default: 10, most: 100 } as const

const limit = z.coerce
  .number()
  .int()
  .catch(notificationLimit.default)
  .default(notificationLimit.default)
  .overwrite((asked) => Math.min(Math.max(asked, 1), notificationLimit.most))

/** `?limit=`; beyond the bounds it means the nearest one, and what is no number the default. */
export const notificationQuery = z.object({
  limit: z.preprocess((value) => (value === '' ? undefined : value), limit),
})

/** `unread` counts all unread ones, also those beyond the limit. */
export const notificationList = z.object({
  notifications: z.array(notificationWire),
  meta: z.object({ unread: z.int() }),
})
export type NotificationList = z.infer<typeof notificationList>
