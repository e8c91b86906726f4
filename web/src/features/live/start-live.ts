import type { QueryClient } from '@tanstack/react-query'
import { hearEvents } from './hear-events.ts'
import { shareStream } from './shared-stream.ts'

/** Lets the screen follow what others do, until it is stopped. */
export function startLive(queryClient: QueryClient): () => void {
  const hearing = hearEvents(queryClient)
  const stopStream = shareStream(hearing)
  return () => {
    stopStream()
    hearing.stop()
  }
}
