import { createRouter } from '@tanstack/react-router'
import { drafts } from '../lib/drafts.ts'
import { history } from '../lib/history.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { session } from '../lib/stored-session.ts'
import { routeTree } from '../routeTree.gen.ts'
import { LoadingState } from '../ui/loading-state.tsx'
import { forgetToasts } from '../ui/toasts.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { PageError } from './page-error.tsx'
import { parseSearch, stringifySearch } from './search-params.ts'
import { tellOutcomes } from './tell-outcomes.ts'

export const queryClient = createQueryClient()
tellOutcomes(queryClient)

export const router = createRouter({
  routeTree,
  history,
  parseSearch,
  stringifySearch,
  context: { queryClient },
  defaultPreload: 'intent',
  // TanStack Query knows what is fresh.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: LoadingState,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
})

let token = session.get()?.token

// Signed in or out here, in another tab or by the server. Who has no session is led to the sign-in by program.ts.
session.subscribe(() => {
  const before = token
  token = session.get()?.token
  if (before === token) return
  if (before) {
    drafts.keepAll()
    queryClient.clear()
  }
  // What failed for want of a session is no news for whoever signs in.
  if (token) forgetToasts()
  if (before && token) void router.invalidate()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
