import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Call it after a change of a record that other data refers to by name. Waits for the list on the screen to be
 * refetched; all other queries, which may contain the old name, are only invalidated.
 */
export async function refreshCatalog(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const refreshed = queryClient.invalidateQueries({ queryKey })
  void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] })
  await refreshed
}
