import { longestLookBack } from '@malote/core/events/event.ts'
import { ApiError } from '../../lib/api-error.ts'
import { type LiveEvent, readEvents } from './event-stream.ts'

/** For the lock and the channel: every tab of this browser. */
const name = 'malote:live'

/** Milliseconds after which a tab that nobody looks at lets the stream go. */
const patience = 60_000

/** Milliseconds that are left to a page to load what it shows; the stream then tells what it missed. */
const calm = 1_000

/** Milliseconds before a broken stream is opened again: the first time, and at most. */
const pauses = { first: 1_000, longest: 30_000 }

interface StreamListener {
  onEvent: (event: LiveEvent) => void
  /** Whatever happened before may have been missed. */
  onGap: () => void
  /** Whether the page still waits for answers. */
  isLoading: () => boolean
  /** Seconds since the oldest answer on the screen was asked for. */
  ageOfPage: () => number
}

type Message = { event: LiveEvent } | { gap: true }

/**
 * One stream for all tabs of this browser: the tab that holds a lock reads it and passes on what it hears. Where a page
 * has no locks (plain http), each tab reads its own while somebody looks at it.
 *
 * @returns how to stop
 */
export function shareStream({ onEvent, onGap, ageOfPage, isLoading }: StreamListener): () => void {
  const stopping = new AbortController()
  const channel = new BroadcastChannel(name)
  const hear = (message: Message) => ('event' in message ? onEvent(message.event) : onGap())
  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data)
  const tell = (message: Message) => {
    hear(message)
    if (navigator.locks) channel.postMessage(message)
  }

  /** While it is set, this tab reads the stream or waits for its turn to. */
  let reading: AbortController | undefined
  let letGo: ReturnType<typeof setTimeout> | undefined
  let isFirst = true

  const read = async (signal: AbortSignal) => {
    for (let failures = 0; !signal.aborted; failures += 1) {
      // The first time the server tells what has happened since the page was asked for; later, all is asked anew.
      const age = ageOfPage()
      const last = isFirst && age <= longestLookBack ? age : 0
      const onOpen = () => {
        failures = 0
        isFirst = false
        if (last === 0) tell({ gap: true })
      }
      const hearing = { last, onOpen, onEvent: (event: LiveEvent) => tell({ event }) }
      const error = await readEvents(signal, hearing).catch((e: unknown) => e)
      // Whoever is no longer signed in has been told so; waiting would not help.
      if (error instanceof ApiError && error.status === 401) return
      await pause(failures, signal)
    }
  }
  const begin = () => {
    clearTimeout(letGo)
    if (reading) return
    reading = new AbortController()
    const signal = AbortSignal.any([reading.signal, stopping.signal])
    if (!navigator.locks) return void read(signal)
    navigator.locks.request(name, { signal }, () => read(signal)).catch(() => undefined) // let go before its turn
  }
  const end = () => {
    reading?.abort()
    reading = undefined
  }
  const look = () => {
    clearTimeout(letGo)
    if (!document.hidden) begin()
    else letGo = setTimeout(end, navigator.locks ? patience : 0)
  }
  document.addEventListener('visibilitychange', look, { signal: stopping.signal })
  let waiting = setTimeout(function start() {
    if (isLoading()) waiting = setTimeout(start, calm)
    else look()
  }, calm)

  return () => {
    clearTimeout(waiting)
    clearTimeout(letGo)
    stopping.abort()
    channel.close()
  }
}

/** Longer each time, and not the same for everybody: a server that comes back is not asked by all at once. */
function pause(failures: number, signal: AbortSignal): Promise<void> {
  const length = Math.min(pauses.longest, pauses.first * 2 ** failures) * (0.5 + Math.random() / 2)
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, length)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', end, { once: true })
  })
}
