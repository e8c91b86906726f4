import { longestLookBack } from '@malote/core/live/event.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../lib/api-error.ts'
import { type LiveEvent, readEvents } from './event-stream.ts'
import { hearEvents } from './hear-events.ts'

/** Name of the lock and of the broadcast channel, shared by all tabs of this browser. */
const name = 'malote:live'

/** How long a hidden tab keeps the stream open, in milliseconds. */
const hiddenGraceMs = 60_000

/** Delay before the first connection, repeated while the page has pending requests, in milliseconds. */
const calm = 1_000

/** Delay before reconnecting, in milliseconds: the first one, and the maximum. */
const pauses = { first: 1_000, longest: 30_000 }

interface StreamListener {
  onEvent: (event: LiveEvent) => void
  /** Events may have been missed. */
  onGap: () => void
  /** Whether the page has pending requests. */
  isLoading: () => boolean
  /** Seconds since the oldest data on the screen was requested. */
  ageOfPage: () => number
}

/** The last one asks the tab that reads for its events since then, in milliseconds of the epoch; only that tab hears them. */
type Message = { event: LiveEvent; to?: number } | { gap: true } | { since: number; from: number }

/**
 * Shares one stream among all tabs of this browser: the tab that holds a lock reads the stream and broadcasts its
 * events. Where the Web Locks API is missing (plain http), each visible tab reads its own stream.
 *
 * @returns a function that stops it
 */
export function shareStream({ onEvent, onGap, ageOfPage, isLoading }: StreamListener): () => void {
  const stopping = new AbortController()
  const channel = new BroadcastChannel(name)
  const own = Math.random()
  /** What this tab has read as far as the server looks back, for tabs that are opened meanwhile. */
  let recent: { at: number; event: LiveEvent }[] = []
  const hear = (message: Message) => {
    if ('gap' in message) return onGap()
    if ('event' in message) return message.to === undefined || message.to === own ? onEvent(message.event) : undefined
    for (const { at, event } of recent) if (at >= message.since) channel.postMessage({ event, to: message.from })
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data)
  const tell = (message: Message) => {
    hear(message)
    if (!navigator.locks) return
    channel.postMessage(message)
    const at = Date.now()
    recent = recent.filter((one) => one.at > at - longestLookBack * 1000)
    if ('event' in message) recent.push({ at, event: message.event })
  }
  if (navigator.locks) channel.postMessage({ since: Date.now() - ageOfPage() * 1000, from: own })

  /** Set while this tab reads the stream or waits for the lock. */
  let reading: AbortController | undefined
  let letGo: ReturnType<typeof setTimeout> | undefined
  let isFirst = true

  const read = async (signal: AbortSignal) => {
    for (let failures = 0; !signal.aborted; failures += 1) {
      // At first the server sends the events since the page's requests; after a reconnection everything is refetched.
      const age = ageOfPage()
      const last = isFirst && age <= longestLookBack ? age : 0
      const onOpen = () => {
        failures = 0
        isFirst = false
        if (last === 0) tell({ gap: true })
      }
      const hearing = { last, onOpen, onEvent: (event: LiveEvent) => tell({ event }) }
      const error = await readEvents(signal, hearing).catch((e: unknown) => e)
      // A 401 has already ended the session, so retrying is useless.
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
    navigator.locks.request(name, { signal }, () => read(signal)).catch(() => undefined) // aborted while waiting for the lock
  }
  const end = () => {
    reading?.abort()
    reading = undefined
  }
  const look = () => {
    clearTimeout(letGo)
    if (!document.hidden) begin()
    else letGo = setTimeout(end, navigator.locks ? hiddenGraceMs : 0)
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

/** Exponential backoff with jitter, so that clients do not all reconnect at once when the server comes back. */
function pause(failures: number, signal: AbortSignal): Promise<void> {
  const length = Math.min(pauses.longest, pauses.first * 2 ** failures) * (0.5 + Math.random() / 2)
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, length)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', end, { once: true })
  })
}

/** Starts to follow the server's events; returns a function that stops it. */
export function startLive(queryClient: QueryClient): () => void {
  const hearing = hearEvents(queryClient)
  const stopStream = shareStream(hearing)
  return () => {
    stopStream()
    hearing.stop()
  }
}
