import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { formatDateTime } from '../lib/format.ts'
import { App } from './app.tsx'
import { queryClient } from './queries.ts'
import { createAppRouter } from './router.ts'

/** What comes within so many milliseconds is waited for: a skeleton would only flash. */
const patience = 300

/** The app, once the code of its first page is here and the page's answers are, or are slow. */
export async function openApp() {
  const router = createAppRouter(queryClient)
  const loaded = router.load()
  // The first date in a time zone takes a slow phone tens of milliseconds, which are free while the answers are on their way.
  formatDateTime(new Date())
  await loaded
  await answersWithin(queryClient, patience)
  fetchFormsWhenSomebodyMoves(router)
  return <App router={router} />
}

/** Most next screens have the shared fields; they come when there is a hand on the mouse or the keyboard, not before. */
function fetchFormsWhenSomebodyMoves(router: RegisteredRouter) {
  const fetchForms = () => void router.loadRouteChunk(router.routesById['/_app/protocolos/novo'])
  for (const type of ['pointermove', 'keydown']) addEventListener(type, fetchForms, { once: true })
}

/** Resolves when no answer is on its way any more, at the latest after so many milliseconds. */
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
