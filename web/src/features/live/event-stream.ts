import { eventsPath, heartBeat, type LiveEventName, type LiveEvents } from '@malote/core/events/event.ts'
import { createParser } from 'eventsource-parser'
import { api } from '../../lib/api.ts'

export type LiveEvent = { [Name in LiveEventName]: { name: Name; data: LiveEvents[Name] } }[LiveEventName]

/** Milliseconds of silence after which a connection counts as dead: two heart-beats are missing. */
const longestSilence = 2 * heartBeat + 10_000

interface ServerEventListener {
  /** Seconds before now that the page knows nothing of. */
  last: number
  onOpen: () => void
  onEvent: (event: LiveEvent) => void
}

/**
 * Reads the server's events until it ends the answer, the connection breaks or falls silent.
 *
 * @throws ApiError when the server refuses it
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
