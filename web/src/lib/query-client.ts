import { type Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const minute = 60_000

/** How long a response counts as fresh (contract 9.14), in milliseconds. */
export const staleTime = {
  /** Departments, item types and categories of the forms. */
  lookups: 30 * minute,
  /** Lists, protocols, dashboard, settings, candidates for assignment. */
  lists: 5 * minute,
  tracking: 2 * minute,
} as const

/** When the network is back, refetches failed and stale queries. */
const onReconnect = (query: { state: { status: string } }) => (query.state.status === 'error' ? 'always' : true)

/** Retries once, except after a 4xx, which would only be refused again. */
const retryOnce = (failures: number, error: unknown) =>
  failures < 1 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // Without a network, calls fail at once. By default they would pause and run later, when the user no longer
      // expects it.
      queries: {
        staleTime: staleTime.lists,
        retry: retryOnce,
        refetchOnWindowFocus: false,
        refetchOnReconnect: onReconnect,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/**
 * Invalidates a query that was asked before a change once it is answered: the answer may be older, and would count as
 * new.
 */
export function askAgain(queryClient: QueryClient, query: Query): void {
  const again = () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
  void query.promise?.then(again, () => {})
}
