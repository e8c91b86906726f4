import type { ApiError } from './api-error.ts'
import { createStore } from './external-store.ts'

/** Milliseconds between two tries to reach the server again, and how long a try may take. */
const pause = 2_000
const patience = 10_000

/** False while neither the server nor its database respond although there is a network. */
export const reach = createStore(true)

let doubt: (() => void) | undefined

/** True without a response, and when a proxy, or the server itself, says that what is behind it is away. */
const isAbsence = ({ status, code }: ApiError) =>
  status === 0 || status === 502 || status === 504 || (status === 503 && (code === null || code === 'UNAVAILABLE'))

/** Tells that a call has failed. If the server seems to be away, a second call finds out. */
export function noteFailure(error: ApiError) {
  if (isAbsence(error)) doubt?.()
}

/**
 * Follows from now on whether the server responds: after a failed call, it is called until it does.
 *
 * @param call throws when there is no response
 * @param onBack called when the server responds again
 * @returns a function that stops it
 */
export function watchReach(call: (signal: AbortSignal) => Promise<unknown>, onBack: () => void): () => void {
  const end = new AbortController()
  let isTrying = false

  async function tryUntilReached() {
    if (isTrying) return
    isTrying = true
    while (!end.signal.aborted && !(await isReached())) {
      // Without a network there is another notice.
      if (navigator.onLine) reach.set(false)
      await new Promise((resolve) => setTimeout(resolve, pause * (0.75 + Math.random() / 2)))
    }
    isTrying = false
    if (end.signal.aborted || reach.get()) return
    reach.set(true)
    onBack()
  }
  const isReached = () =>
    call(AbortSignal.any([end.signal, AbortSignal.timeout(patience)])).then(
      () => true,
      () => false,
    )
  doubt = () => void tryUntilReached()
  return () => {
    end.abort()
    doubt = undefined
    reach.set(true)
  }
}
