import type { LiveEventName, LiveEvents } from '@malote/core/events/event.ts'

/** A comment, which programs skip: it says that the connection stands. */
export const comment = Buffer.from(':\n\n')

/** An event as it travels; made once, however many streams it is written to. */
export const eventLine = <Name extends LiveEventName>(name: Name, data: LiveEvents[Name]): Buffer =>
  Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
