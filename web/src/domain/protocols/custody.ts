import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Every answer that tells where things are; whatever is on the screen is asked again, the rest when it is next shown. */
const custodyQueries: readonly unknown[] = ['protocols', 'returns', 'tracking', 'dashboard', 'reports', 'notifications']

export const isCustody = ([part]: QueryKey) => custodyQueries.includes(part)

/** After a change of custody, also a refused one: the state has then moved on. Nobody waits for it. */
export function refreshCustody(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isCustody(queryKey) })
}

/**
 * Before something is opened that somebody has just been told of: what was known of it earlier is older than what they
 * have read, and is not shown first.
 */
export function forgetKnownCustody(queryClient: QueryClient) {
  queryClient.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => isCustody(queryKey) })
  refreshCustody(queryClient)
}
