import type { ApiError } from './api-error.ts'
import { createStore } from './external-store.ts'

/** Milliseconds between two tries to reach the server, and how long a try may take. */
const pause = 2_000
const timeoutMs = 10_000

/** False while neither the server nor its database respond although there is a network. */
export const isServerReachable = createStore(true)

let doubt: (() => void) | undefined

/** True without a response, or when a proxy cannot reach the server, or the server its database. */
const isAbsence = ({ status, code }: ApiError) =>
  status === 0 || status === 502 || status === 504 || (status === 503 && (code === null || code === 'UNAVAILABLE'))

/** Reports a failed call. If the server seems to be away, a second call finds out. */
export function noteFailure(error: ApiError) {
  if (isAbsence(error)) doubt?.()
}

/**
 * Watches whether the server responds: after a failed call, calls it until it does.
 *
 * @param call throws when there is no response
 * @param onBack called when the server responds again
 * @returns a function that stops it
 */
export function watchServer(call: (signal: AbortSignal) => Promise<unknown>, onBack: () => void): () => void {
  const end = new AbortController()
  let isTrying = false

  async function tryUntilItResponds() {
    if (isTrying) return
    isTrying = true
    while (!end.signal.aborted && !(await responds())) {
      // Without a network there is another notice.
      if (navigator.onLine) isServerReachable.set(false)
      await new Promise((resolve) => setTimeout(resolve, pause * (0.75 + Math.random() / 2)))
    }
    isTrying = false
    if (end.signal.aborted || isServerReachable.get()) return
    isServerReachable.set(true)
    onBack()
  }
  const responds = () =>
    call(AbortSignal.any([end.signal, AbortSignal.timeout(timeoutMs)])).then(
      () => true,
      () => false,
    )
  doubt = () => void tryUntilItResponds()
  return () => {
    end.abort()
    doubt = undefined
    isServerReachable.set(true)
  }
}
