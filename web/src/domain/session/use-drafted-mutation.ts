import { type MutationOptions, useMutation } from '@tanstack/react-query'
import { useDraft } from './use-draft.ts'

interface DraftedOptions<Kept> {
  /** Name of the draft, e.g. `occurrence 318`. */
  name: string
  /** Whether the user has entered anything. */
  isChanged: boolean
  /** Returns what can be stored as JSON: no files, no passwords. */
  keep: () => Kept
  restore: (kept: Kept) => void
  /** Empties the form. */
  reset: () => void
}

/** The mutation that sends a form, and the form's draft. */
export function useDraftedMutation<Kept, Answer, Sent, Before>(
  save: MutationOptions<Answer, Error, Sent, Before>,
  { name, isChanged, keep, restore, reset }: DraftedOptions<Kept>,
) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    ...save,
    // Also runs when the page was left meanwhile.
    onSuccess: (...answer) => {
      forget()
      return save.onSuccess?.(...answer)
    },
  })
  // What was saved needs no confirmation when the form closes.
  const isDirty = isChanged && !isSuccess
  const { isRestored, forget } = useDraft<Kept>({ name, isDirty, keep, restore })
  const discard = () => {
    forget()
    reset()
  }
  /** `onDiscard` is null unless the form shows a restored draft; `onGiveUp` is for unsaved changes that are discarded. */
  return { mutate, isPending, isSuccess, error, isDirty, onDiscard: isRestored ? discard : null, onGiveUp: forget }
}
