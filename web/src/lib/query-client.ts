import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const minute = 60_000

/** How long an answer counts as fresh (contract 9.14), in milliseconds. */
export const staleTime = {
  /** Departments, item types and categories of the forms. */
  lookups: 30 * minute,
  /** Lists, protocols, dashboard, settings, candidates for assignment. */
  lists: 5 * minute,
  tracking: 2 * minute,
} as const

/** A refusal stays a refusal; whatever may have been bad luck is tried once more. */
const retryOnce = (failures: number, error: unknown) =>
  failures < 1 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // Without a network a call fails and says so; it does not wait in silence and act when nobody looks any more.
      queries: {
        staleTime: staleTime.lists,
        retry: retryOnce,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
