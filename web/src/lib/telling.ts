import type { MutationOptions } from '@tanstack/react-query'

/** What is said when a mutation has ended, wherever the person is by then. */
export interface Told<Answer, Sent> {
  /** Absent: a success shows by itself. */
  success?: string | ((answer: Answer, sent: Sent) => string | undefined)
  /** What an answer refuses in spite of its success, e.g. some of several items. */
  refused?: (answer: Answer) => string | undefined
  /** The fixed sentence for when the server sends none, or the whole sentence. */
  failure: string | ((error: Error) => string)
}

declare module '@tanstack/react-query' {
  interface Register {
    // Whatever is answered and sent: `telling` has checked that the sentences fit their mutation.
    mutationMeta: { told?: Told<never, never> }
  }
}

/**
 * A mutation with what is said of its outcome. It is said by the client itself (`tellOutcomes`): the callbacks of
 * `mutate` are dropped when the component is gone, or when it sends something else meanwhile.
 */
export const telling = <Answer, Sent, Before>(
  options: MutationOptions<Answer, Error, Sent, Before>,
  told: Told<Answer, Sent>,
): MutationOptions<Answer, Error, Sent, Before> => ({ ...options, meta: { told } })

let isShown = false

/** For a callback of `mutate`, which only runs while its form is there: the form itself shows the outcome. */
export function showInPlace() {
  isShown = true
}

/** Whether its form shows the outcome that is just being told; asked once for each. */
export function isShownInPlace(): boolean {
  const was = isShown
  isShown = false
  return was
}
