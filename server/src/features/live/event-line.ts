import type { LiveEventName, LiveEvents } from '@malote/core/live/event.ts'

/** An SSE comment, which clients ignore: it keeps the connection alive. */
export const comment = Buffer.from(':\n\n')

/** An event as sent. Encoded once for all streams. */
export const eventLine = <Name extends LiveEventName>(name: Name, data: LiveEvents[Name]): Buffer =>
  Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
