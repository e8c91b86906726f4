import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { history } from '../lib/history.ts'
import { routeTree } from '../routeTree.gen.ts'
import { LoadingState } from '../ui/loading-state.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { PageError } from './page-error.tsx'
import { parseSearch, stringifySearch } from './search-params.ts'

/** Creates a router per session: a router whose component has unmounted never finishes loading again. */
export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    history,
    parseSearch,
    stringifySearch,
    context: { queryClient },
    defaultPreload: 'intent',
    // TanStack Query decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: LoadingState,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
