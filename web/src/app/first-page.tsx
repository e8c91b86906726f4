import type { QueryClient } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { formatDateTime } from '../lib/format.ts'
import { session } from '../lib/stored-session.ts'
import { App } from './app.tsx'
import { queryClient, router } from './router.ts'

/** What comes within so many milliseconds is waited for: a skeleton would only flash. */
const patience = 300

/** Shows the page of the address once its code is here, in slices between which the browser can answer. */
export async function drawFirstPage(root: HTMLElement) {
  const loaded = router.load()
  // The first date in a time zone takes a slow phone tens of milliseconds, which are free while the answers are on their way.
  if (session.get()) formatDateTime(new Date())
  await loaded
  await answersWithin(queryClient, patience)
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
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
