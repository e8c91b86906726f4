import type { QueryClient } from '@tanstack/react-query'
import { errorMessage, isAborted } from '../lib/api-error.ts'
import { isShownInPlace, type Told } from '../lib/telling.ts'
import { notifyError, notifySuccess } from '../ui/toasts.ts'

/** Shows the outcome message of every mutation, also when the screen that sent it has unmounted. */
export function tellOutcomes(queryClient: QueryClient) {
  const cache = queryClient.getMutationCache()
  return cache.subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, mutation } = event
    if (action.type !== 'success' && action.type !== 'error') return
    // The callbacks of `mutate` have already run.
    const isShown = isShownInPlace()
    const told = mutation.meta?.told
    // A mutation that is no longer in the cache belongs to an ended session; the current user did not start it.
    if (!told || isShown || !cache.getAll().includes(mutation)) return
    if (action.type === 'error') tellFailure(told, action.error as Error)
    else tellSuccess(told, action.data as never, mutation.state.variables as never)
  })
}

function tellSuccess({ success, refused }: Told<never, never>, answer: never, sent: never) {
  const done = typeof success === 'function' ? success(answer, sent) : success
  if (typeof done === 'object') notifySuccess(done.text, done.link)
  else if (done) notifySuccess(done)
  const problem = refused?.(answer)
  if (problem) notifyError(problem)
}

function tellFailure({ failure }: Told<never, never>, error: Error) {
  if (isAborted(error)) return
  notifyError(typeof failure === 'function' ? failure(error) : errorMessage(error, failure))
}
