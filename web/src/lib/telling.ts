import type { MutationOptions, QueryClient } from '@tanstack/react-query'

/**
 * A success with a link to what it made, and what else may be done with it. The link opens a new tab, because the user
 * goes on with something else.
 */
interface RichSuccess {
  text: string
  link?: { path: string; label: string }
  action?: { label: string; run: () => void }
}

/** The messages shown when a mutation ends, on whichever page the user is then. */
export interface OutcomeMessages<Answer, Sent> {
  /** Absent when the screen itself shows the success. */
  success?: string | ((answer: Answer, sent: Sent) => string | RichSuccess | undefined)
  /** The message for parts that a successful response refuses, e.g. some of several items. */
  refused?: (answer: Answer) => string | undefined
  /** The fixed message for when the server sends none, or a function for the whole message. */
  failure: string | ((error: Error) => string)
  /** The server recognises the same call, so it may be sent again without asking (`Idempotency-Key`). */
  isRepeatable?: boolean
}

declare module '@tanstack/react-query' {
  interface Register {
    // `never` accepts every response and variable type: `telling` has already checked them against the mutation.
    mutationMeta: { messages?: OutcomeMessages<never, never> }
  }
}

/**
 * Adds outcome messages to a mutation. The query client shows them (`tellOutcomes`), because React Query drops the
 * callbacks of `mutate` when the component unmounts or calls `mutate` again meanwhile.
 */
export const telling = <Answer, Sent, Before>(
  options: MutationOptions<Answer, Error, Sent, Before>,
  messages: OutcomeMessages<Answer, Sent>,
): MutationOptions<Answer, Error, Sent, Before> => ({ ...options, meta: { messages } })

/** Runs a mutation that no component waits for; its outcome is told. */
export const perform = <Answer, Sent, Before>(
  queryClient: QueryClient,
  options: MutationOptions<Answer, Error, Sent, Before>,
  sent: Sent,
) =>
  void queryClient
    .getMutationCache()
    .build(queryClient, options)
    .execute(sent)
    .catch(() => undefined)

let isShown = false

/**
 * Call it in a callback of `mutate`, which only runs while the form is mounted: the form then shows the outcome itself.
 */
export function showInPlace() {
  isShown = true
}

/** Whether the form itself shows the current outcome; reading it resets it. */
export function isShownInPlace(): boolean {
  const was = isShown
  isShown = false
  return was
}
