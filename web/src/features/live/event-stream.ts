import { eventsPath, heartBeat, type LiveEventName, type LiveEvents } from '@malote/core/live/event.ts'
import { createParser } from 'eventsource-parser'
import { api } from '../../lib/api.ts'

export type LiveEvent = { [Name in LiveEventName]: { name: Name; data: LiveEvents[Name] } }[LiveEventName]

/** How long a connection may be silent before it counts as dead, in milliseconds: two missed heartbeats. */
const longestSilence = 2 * heartBeat + 10_000

interface ServerEventListener {
  /** How far back the server should send past events, in seconds. */
  last: number
  onOpen: () => void
  onEvent: (event: LiveEvent) => void
}

/**
 * Reads the server's events until the response ends, the connection breaks or no heartbeat arrives.
 *
 * @throws ApiError when the server refuses the request
 */
export async function readEvents(signal: AbortSignal, { last, onOpen, onEvent }: ServerEventListener): Promise<void> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), longestSilence)
  }
  heard()
  try {
    const both = AbortSignal.any([signal, silence.signal])
    const { body } = await api.stream(eventsPath, {
      signal: both,
      query: { last: last || undefined },
      headers: { accept: 'text/event-stream' },
    })
    onOpen()
    const parser = createParser({
      onEvent: ({ event, data }) => onEvent({ name: event, data: JSON.parse(data) } as LiveEvent),
    })
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      heard()
      parser.feed(part.value)
    }
  } finally {
    clearTimeout(timer)
  }
}
