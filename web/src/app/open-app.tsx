import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type RegisteredRouter, RouterProvider } from '@tanstack/react-router'
import { SessionProvider } from '../domain/session/session.tsx'
import { formatDateTime } from '../lib/format.ts'
import { queryClient } from './queries.ts'
import { createAppRouter } from './router.ts'

/**
 * How long to wait for data before the first render, in milliseconds: for faster responses a skeleton would only flash.
 */
const longestWaitMs = 300

/** Returns the app once the code of its first page is loaded and its data has arrived or `longestWaitMs` is over. */
export async function openApp() {
  const router = createAppRouter(queryClient)
  // A redirect is a change of the history, which the router follows by itself only once it is rendered.
  const unsubscribe = router.history.subscribe(() => void router.load())
  const loaded = router.load()
  // The first formatted date costs a slow phone tens of milliseconds; they are free while the requests are pending. In
  // a task of its own, so that it does not lengthen this one.
  setTimeout(() => formatDateTime(new Date()))
  await loaded
  unsubscribe()
  await answersWithin(queryClient, longestWaitMs)
  fetchFormsWhenSomebodyMoves(router)
  return <App router={router} />
}

/** Most next screens have the shared form fields. They are loaded at the first pointer move or key, not before. */
function fetchFormsWhenSomebodyMoves(router: RegisteredRouter) {
  const waiting = new AbortController()
  const fetchForms = () => {
    waiting.abort()
    void router.loadRouteChunk(router.routesById['/_app/protocolos/novo'])
  }
  for (const type of ['pointermove', 'keydown']) addEventListener(type, fetchForms, { signal: waiting.signal })
}

/** Resolves when no query is fetching, at the latest after `milliseconds`. */
function answersWithin(client: QueryClient, milliseconds: number) {
  return new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    const look = () => client.isFetching() === 0 && end()
    const timer = setTimeout(end, milliseconds)
    const unsubscribe = client.getQueryCache().subscribe(look)
    look()
  })
}

function App({ router }: { router: RegisteredRouter }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
    </QueryClientProvider>
  )
}
