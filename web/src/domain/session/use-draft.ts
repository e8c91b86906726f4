import { type MutationOptions, useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { drafts } from '../../lib/drafts.ts'
import { useViewer } from './session.tsx'

interface DraftOptions<Kept> {
  /** Name of the form, e.g. `protocol 318`. */
  name: string
  /** Whether the form has unsaved changes. */
  isDirty: boolean
  /** Returns what can be stored as JSON: no files, no passwords. */
  keep: () => Kept
  restore: (kept: Kept) => void
}

/** Saves a draft when the session ends while the form has unsaved changes, and restores it for the same user. */
export function useDraft<Kept>({ name, isDirty, keep, restore }: DraftOptions<Kept>) {
  const { id } = useViewer()
  const [isRestored, setRestored] = useState(false)
  const putAway = useEffectEvent(() => drafts.save(id, name, keep()))
  const bringBack = useEffectEvent(restore)

  useEffect(() => {
    const kept = drafts.read(id, name)
    if (kept === null) return
    bringBack(kept as Kept)
    setRestored(true)
  }, [id, name])

  useEffect(() => (isDirty ? drafts.onInterruption(putAway) : undefined), [isDirty])

  const forget = () => {
    drafts.drop(id, name)
    setRestored(false)
  }
  /** Call `forget` once the form is saved, discarded or left. */
  return { isRestored, forget }
}

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

/** What a restored draft says about the files that were chosen: browsers cannot restore them. */
export const lostFilesWords = (count: number): string | false =>
  count > 0 && 'Os anexos não puderam ser guardados: escolha os arquivos novamente.'
