import type { QueryClient } from '@tanstack/react-query'
import { hearEvents } from './hear-events.ts'
import { shareStream } from './shared-stream.ts'

/** Starts to follow the server's events; returns a function that stops it. */
export function startLive(queryClient: QueryClient): () => void {
  const hearing = hearEvents(queryClient)
  const stopStream = shareStream(hearing)
  return () => {
    stopStream()
    hearing.stop()
  }
}
