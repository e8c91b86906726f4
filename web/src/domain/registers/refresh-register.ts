import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * After a change of what the whole product refers to by name: the list on the screen is waited for, whatever else may
 * show the old name is asked again when it is next needed.
 */
export async function refreshRegister(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const refreshed = queryClient.invalidateQueries({ queryKey })
  void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] })
  await refreshed
}
