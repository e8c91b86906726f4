import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { session } from '../../lib/stored-session.ts'

const tokenOf = () => session.get()?.token

/**
 * Keeps the screen up to date with other users' changes. Loaded in parallel with the first page, which does not wait
 * for it.
 */
export function Live() {
  const queryClient = useQueryClient()
  const token = useSyncExternalStore(session.subscribe, tokenOf, tokenOf)
  useEffect(() => {
    if (!token) return
    let stop: (() => void) | undefined
    let isOver = false
    import('./shared-stream.ts').then(
      ({ startLive }) => {
        if (!isOver) stop = startLive(queryClient)
      },
      () => undefined, // if loading fails, notifications still poll, and lists load when they are opened
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [token, queryClient])
  return null
}
