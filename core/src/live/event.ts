import { z } from 'zod'

/** `GET`: an endless response (`text/event-stream`) with the events that the viewer may see. */
export const eventsPath = '/api/events'

/** Longest time that the server looks back, in seconds. */
export const longestLookBack = 60

/**
 * `?last=`: the stream starts with the events of that many seconds before, for a page whose data was loaded in that
 * time.
 */
export const eventsQuery = z.object({
  last: z.coerce.number().min(0).max(longestLookBack).catch(0).default(0),
})

/** Milliseconds between two comment lines that keep the connection alive. */
export const heartBeat = 25_000

/** A protocol changed; sent for every change that a list or a detail page shows, comments too. */
export const protocolEvent = z.object({
  id: z.int(),
  /** The present version; a comment does not raise it. */
  version: z.int(),
  /** Name of the user who made the change; null when the system did. */
  by: z.string().nullable(),
})
export type ProtocolEvent = z.infer<typeof protocolEvent>

/** The number of the viewer's own unread notifications. */
export const inboxEvent = z.object({ unread: z.int() })
export type InboxEvent = z.infer<typeof inboxEvent>

/**
 * The events, by their names on the wire. `me`: the viewer's own role, department or profile changed. `registers`: an entry
 * of a catalog, a user or a holiday changed.
 */
export interface LiveEvents {
  protocol: ProtocolEvent
  inbox: InboxEvent
  me: object
  registers: object
}
export type LiveEventName = keyof LiveEvents
