import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { api } from '../../lib/api.ts'
import { reach, watchReach } from '../../lib/reach.ts'

/** Asks for the session, which is in the database. */
const cheapCall = (signal: AbortSignal) => api.reach('/api/auth/me', signal)

/** Whether the server responds. When it does again, what failed meanwhile is fetched, and what is on the screen. */
export function useReach(): boolean {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      watchReach(cheapCall, () => {
        void queryClient.refetchQueries({
          type: 'active',
          predicate: (query) => query.state.status === 'error' || query.isStale(),
        })
      }),
    [queryClient],
  )
  return useSyncExternalStore(reach.subscribe, reach.get, () => true)
}
