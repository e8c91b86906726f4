import { z } from 'zod'

/** `GET` here: one endless answer (`text/event-stream`) of what happens that the viewer may see. */
export const eventsPath = '/api/events'

/** Seconds that the server looks back at most. */
export const longestLookBack = 60

/** `?last=`: the acts of that many seconds before the stream are told first, for a page that was asked for by then. */
export const eventsQuery = z.object({
  last: z.coerce.number().min(0).max(longestLookBack).catch(0).default(0),
})

/** Milliseconds between two comment lines that say that the connection still stands. */
export const heartBeat = 25_000

/** Somebody did something to a protocol; sent for everything that a list or a detail shows, comments too. */
export const protocolEvent = z.object({
  id: z.int(),
  /** As it is now; a comment does not raise it. */
  version: z.int(),
  /** The name of the person whose act it was; null: the system itself. */
  by: z.string().nullable(),
})
export type ProtocolEvent = z.infer<typeof protocolEvent>

/** The viewer's own notifications: how many are unread. */
export const inboxEvent = z.object({ unread: z.int() })
export type InboxEvent = z.infer<typeof inboxEvent>

/**
 * What is told, by its name on the wire. `me`: the viewer's own role, department or profile changed. `registers`: the
 * departments, categories, item types, suppliers, people or holidays did.
 */
export interface LiveEvents {
  protocol: ProtocolEvent
  inbox: InboxEvent
  me: object
  registers: object
}
export type LiveEventName = keyof LiveEvents
