import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { history } from '../lib/history.ts'
import { session } from '../lib/stored-session.ts'
import { LoadingState } from '../ui/loading-state.tsx'
import { NotFoundPage, PageError } from './error-pages.tsx'
import { routeTree } from './routes/tree.tsx'

/** Creates a router per session: a router whose component has unmounted never finishes loading again. */
export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    history,
    parseSearch,
    stringifySearch,
    context: { queryClient },
    // A visitor reads that an address does not exist; what its links load in advance would be refused.
    defaultPreload: session.get() === null ? false : 'intent',
    // TanStack Query decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: LoadingState,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFoundPage,
    // The page has a frame of its own, also below an address that exists.
    notFoundMode: 'root',
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

/** Parses search params as plain text; each page parses its own values. Of a repeated name the last value counts. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

/** The reverse: `?search=318`, without the quotes that JSON would put around text that looks like a number. */
export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}
