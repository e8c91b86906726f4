import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
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

class Client extends QueryClient {
  /**
   * Also invalidates, once they are answered, queries that are on their way: their answer may be from before the change,
   * and would count as new. Those on the screen with older data are asked again at once.
   */
  override invalidateQueries<Key extends QueryKey>(filters?: InvalidateQueryFilters<Key>, options?: InvalidateOptions) {
    const fetching = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
    const isAskedNow = (query: Query) =>
      filters?.refetchType !== 'none' && query.isActive() && query.state.data !== undefined
    const unanswered = fetching.filter((query) => !isAskedNow(query))
    const invalidated = super.invalidateQueries(filters, options)
    for (const { queryKey, promise } of unanswered) {
      void promise?.then(
        () => super.invalidateQueries({ ...filters, queryKey, exact: true }),
        () => {},
      )
    }
    return invalidated
  }
}

export const createQueryClient = () =>
  new Client({
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
