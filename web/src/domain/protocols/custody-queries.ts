import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Keys of the queries that depend on custody. */
const custodyQueries: readonly unknown[] = [
  'protocols',
  'occurrences',
  'returns',
  'tracking',
  'search',
  'dashboard',
  'reports',
  'notifications',
]

export const isCustody = ([part]: QueryKey) => custodyQueries.includes(part)

/**
 * Invalidates those queries after a change of custody, also a refused one, which means that the state has changed. Not
 * awaited. Queries on the screen are refetched now, the others when they are next used.
 */
export function refreshCustody(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isCustody(queryKey) })
}

/**
 * Drops cached data that is older than what the user has just read, e.g. in a notification, so that opening the
 * protocol does not show the old data first.
 */
export function forgetKnownCustody(queryClient: QueryClient) {
  queryClient.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => isCustody(queryKey) })
  refreshCustody(queryClient)
}
