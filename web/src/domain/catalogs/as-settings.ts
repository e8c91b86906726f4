import { staleTime } from '../../lib/query-client.ts'

/**
 * Query options for a settings screen that shares a lookup list with the forms: its data becomes stale sooner (contract
 * 9.14). The route has just fetched it, so a failure is only retried when the user asks for it.
 */
export const asSettings = { staleTime: staleTime.lists, retryOnMount: false } as const
