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
