import { z } from 'zod'
import { isAboutOccurrences } from '../occurrences/occurrence-titles.ts'
import { pageMeta } from '../shared/pagination.ts'
import { beginningOf } from '../shared/portuguese.ts'
import { flagFilter, idFilter, limitParam, searchText } from '../shared/query.ts'
import { renamed } from '../shared/renamed.ts'
import { bit, instant } from '../shared/wire-values.ts'
import { accountNotice, type NotificationType, notificationTypes } from './notification-type.ts'

/** A message to one user about an event (contract 3.5). */
export const notification = z.object({
  id: z.int(),
  type: z.enum([...notificationTypes, accountNotice]),
  title: z.string(),
  message: z.string(),
  createdAt: instant,
  isRead: bit,
  /** Null when the notification is about several protocols. */
  protocolId: z.int().nullable(),
  /** The only item; left out when there is none, or several. */
  itemId: z.int().optional(),
  /** How many items a reminder names, which the returns screen lists (`notice`); left out for other notifications. */
  items: z.int().optional(),
  /** What its protocol is about: the remarks; left out without a protocol. */
  subject: z.string().optional(),
})
export type Notification = z.infer<typeof notification>

export const notificationWire = renamed(notification)

/** Start of the last line of every message, which says why this user gets it. */
const reasonLead = 'Você recebeu este aviso porque'

/** The message of a notification: what happened, and why this user gets it. */
export const messageWithReason = (what: string, because: string): string => `${what}\n${reasonLead} ${because}.`

/** Characters of a comment that a notification quotes. */
const longestQuote = 140

/** The message of a notification about a comment, with the beginning of the comment. */
export function messageWithQuote(message: string, comment: string): string {
  const { what, reason } = splitMessage(message)
  const quote = `“${beginningOf(comment.trim(), longestQuote)}”`
  return [what, quote, ...(reason ? [reason] : [])].join('\n')
}

/** Splits a message into its two parts; the reason is empty when there is none. `because` completes a mail's reason. */
export function splitMessage(message: string): { what: string; reason: string; because: string } {
  const at = message.lastIndexOf(`\n${reasonLead}`)
  if (at < 0) return { what: message, reason: '', because: '' }
  const reason = message.slice(at + 1)
  return { what: message.slice(0, at), reason, because: reason.slice(reasonLead.length + 1, -1) }
}

/** What a notification counts that stands for many of its kind. */
const gatheredWords: Record<NotificationType, string> = {
  new_protocol: 'protocolos novos',
  protocol_received: 'recebimentos',
  protocol_edited: 'edições',
  protocol_canceled: 'cancelamentos',
  protocol_completed: 'conclusões',
  protocol_comment: 'comentários',
  item_return: 'avisos sobre devoluções',
  item_completed: 'conclusões de itens',
  item_canceled: 'cancelamentos de itens',
  item_assigned: 'atribuições de itens',
}

/** The title of such a notification, after its number: `23 comentários no protocolo #5`. */
export const gatheredTitle = (type: NotificationType, protocolId: number): string =>
  `${gatheredWords[type]} no protocolo #${protocolId}`

/** The page that lists all pending returns, the most urgent first. */
export const returnsPath = '/retornos?status=Pendente'

/** Where the page of a protocol has its occurrences. */
export const occurrencesAnchor = 'ocorrencias'

/** The path of exactly the items that a reminder names, whatever has become of them. */
const noticePath = (id: number) => `/retornos?status=all&notice=${id}`

/**
 * Path of the page that a notification leads to: its item, the items of a reminder, its protocol, the returns screen for
 * due dates of several protocols, or the profile for the account itself.
 *
 * @returns undefined when there is nothing to open, or when the fields that only our server sends are missing (contract 3.5)
 */
export function notificationPath({ id, type, protocolId, itemId, items = 0, title }: Partial<Notification>) {
  if (items > 1 && id !== undefined) return noticePath(id)
  const ofItem = itemId ? `?item=${itemId}` : ''
  const place = title && isAboutOccurrences(title) ? `#${occurrencesAnchor}` : ofItem
  if (typeof protocolId === 'number') return `/protocolos/${protocolId}${place}`
  if (type === accountNotice) return '/perfil'
  return type === 'item_return' ? returnsPath : undefined
}

/** Default and maximum number of notifications in a response (contract 9.1). */
export const notificationLimit = { default: 10, most: 100 } as const

/** The inbox reaches back to this number of notifications; older ones are found in their protocols. */
export const mostInInbox = 1_000

/**
 * The query of `GET /notifications/{userId}`: `limit` is the size of a page; with `page` the answer says how many pages
 * there are.
 */
export const notificationQuery = z.object({
  limit: limitParam(notificationLimit.default, notificationLimit.most),
  page: idFilter,
  search: searchText,
  unread: flagFilter,
})
export type NotificationQuery = z.infer<typeof notificationQuery>

/** `unread` counts all unread ones, also those beyond the limit. */
export const notificationList = z.object({
  notifications: z.array(notificationWire),
  meta: renamed(z.object({ unread: z.int(), ...pageMeta.partial().shape })),
})
export type NotificationList = z.infer<typeof notificationList>
