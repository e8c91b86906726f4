import type { Mutation, QueryClient } from '@tanstack/react-query'
import { ApiError, errorCode, errorMessage, isAborted } from '../lib/api-error.ts'
import { isShownInPlace, type OutcomeMessages, perform } from '../lib/telling.ts'
import { dismissErrorsAbout, notifyError, notifySuccess, type ToastAction } from '../ui/toasts.ts'

/** The form that each call was sent by; null for a call of something else. */
const forms = new WeakMap<Mutation, HTMLFormElement | null>()

/** Shows the outcome message of every mutation, also when the screen that sent it has unmounted. */
export function tellOutcomes(queryClient: QueryClient) {
  const cache = queryClient.getMutationCache()
  return cache.subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, mutation } = event
    if (action.type === 'pending') forms.set(mutation, formJustSent())
    if (action.type !== 'success' && action.type !== 'error') return
    // The callbacks of `mutate` have already run.
    const isShown = isShownInPlace()
    const messages = mutation.meta?.messages
    if (messages && action.type === 'success') dismissErrorsAbout(aboutOf(messages, mutation))
    // A mutation that is no longer in the cache belongs to an ended session; the current user did not start it.
    if (!messages || isShown || !cache.getAll().includes(mutation)) return
    if (action.type === 'error') tellFailure(messages, action.error as Error, mutation, queryClient)
    else tellSuccess(messages, action.data as never, mutation.state.variables as never)
  })
}

function tellSuccess({ success, refused }: OutcomeMessages<never, never>, answer: never, sent: never) {
  const done = typeof success === 'function' ? success(answer, sent) : success
  if (typeof done === 'object') notifySuccess(done.text, done)
  else if (done) notifySuccess(done)
  const problem = refused?.(answer)
  if (problem) notifyError(problem)
}

function tellFailure(
  messages: OutcomeMessages<never, never>,
  error: Error,
  mutation: Mutation,
  queryClient: QueryClient,
) {
  if (isAborted(error)) return
  const { failure } = messages
  const action = error instanceof ApiError && error.status === 0 ? tryAgain(messages, mutation, queryClient) : undefined
  const code = errorCode(error)
  notifyError(typeof failure === 'function' ? failure(error) : errorMessage(error, failure), {
    about: aboutOf(messages, mutation),
    ...(action && { action }),
    ...(code && { code }),
  })
}

/**
 * What a message is about: the kind of call, and the record if the call names one. The failure's sentence is different
 * for each kind, also where it is a function.
 */
function aboutOf({ failure }: OutcomeMessages<never, never>, { state: { variables } }: Mutation) {
  const sent = variables as number | { id?: unknown; item?: { id?: unknown } } | null | undefined
  const id = typeof sent === 'object' ? (sent?.item?.id ?? sent?.id) : sent
  return `${failure} ${typeof id === 'number' ? id : ''}`
}

/** For a call without a response: submits its form again, which shows the outcome; without a form, repeats the call. */
function tryAgain(messages: OutcomeMessages<never, never>, mutation: Mutation, queryClient: QueryClient): ToastAction {
  const form = forms.get(mutation)
  if (form && messages.isRepeatable) sendAgainWhenOnline(form)
  const run = () => {
    if (form?.isConnected) return form.requestSubmit()
    perform(queryClient, mutation.options, mutation.state.variables)
  }
  return { label: 'Tentar de novo', run }
}

/** Pause between the event that the network is back and the second try, in milliseconds. */
const settles = 500

/** Forms that had their second try. */
const tried = new WeakSet<HTMLFormElement>()

let justSent: HTMLFormElement | null = null

// The focus does not say which form a call belongs to: a form may contain buttons that call the server themselves.
// The press or key that sends a form comes before its `submit`. At build time and in tests of the query client, there is
// no window.
for (const type of ['click', 'keydown']) {
  globalThis.window?.addEventListener(type, () => (justSent = null), { capture: true })
}
globalThis.window?.addEventListener('submit', ({ target }) => (justSent = target as HTMLFormElement), { capture: true })

/** The form that the user has sent by their last press or key, if that is what it did. */
const formJustSent = (): HTMLFormElement | null => justSent

/**
 * Sends a form again when the network is back: once, and only if it is as the user left it. Only for forms that the
 * server recognises as repeated, because the first try may have arrived.
 */
function sendAgainWhenOnline(form: HTMLFormElement) {
  if (tried.has(form)) return
  tried.add(form)
  const end = new AbortController()
  const { signal } = end
  const send = () => {
    end.abort()
    setTimeout(() => form.isConnected && form.requestSubmit(), settles)
  }
  addEventListener('online', send, { signal })
  for (const type of ['pointerdown', 'keydown', 'input']) form.addEventListener(type, () => end.abort(), { signal })
}
