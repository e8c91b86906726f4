import { z } from 'zod'
import { limitParam } from '../shared/query.ts'
import { renamed } from '../shared/renamed.ts'
import { bit, instant } from '../shared/wire-values.ts'
import { notificationTypes } from './notification-type.ts'

/** Something that happened, told to one person (contract 3.5). */
export const notification = z.object({
  id: z.int(),
  type: z.enum(notificationTypes),
  title: z.string(),
  message: z.string(),
  createdAt: instant,
  isRead: bit,
  /** Null when it is about several. */
  protocolId: z.int().nullable(),
})
export type Notification = z.infer<typeof notification>

export const notificationWire = renamed(notification)

/** Begins the last line of every message, which says why just this person is told. */
const reasonLead = 'Você recebeu este aviso porque'

/** The message of a notification: what happened, and why this person is told. */
export const messageWithReason = (what: string, because: string): string => `${what}\n${reasonLead} ${because}.`

/** A message in its two halves; the reason is empty when there is none. */
export function splitMessage(message: string): { what: string; reason: string } {
  const at = message.lastIndexOf(`\n${reasonLead}`)
  return at < 0 ? { what: message, reason: '' } : { what: message.slice(0, at), reason: message.slice(at + 1) }
}

/** Where everything stands that is out, the most urgent first. */
export const returnsPath = '/retornos?status=Pendente'

/**
 * Where the thing is that a notification speaks of: its protocol, or the returns screen for what is due of several.
 *
 * @returns undefined when there is nothing to open; also for an answer that lacks what only we send (contract 3.5)
 */
export function notificationPath({ type, protocolId }: Partial<Pick<Notification, 'type' | 'protocolId'>>) {
  if (typeof protocolId === 'number') return `/protocolos/${protocolId}`
  return type === 'item_return' ? returnsPath : undefined
}

/** Notifications that a request gets unless it asks for another number, and the most it may ask for (contract 9.1). */
export const notificationLimit = { default: 10, most: 100 } as const

/** `?limit=` of `GET /notifications/{userId}`. */
export const notificationQuery = z.object({ limit: limitParam(notificationLimit.default, notificationLimit.most) })

/** `unread` counts all unread ones, also those beyond the limit. */
export const notificationList = z.object({
  notifications: z.array(notificationWire),
  meta: z.object({ unread: z.int() }),
})
export type NotificationList = z.infer<typeof notificationList>
