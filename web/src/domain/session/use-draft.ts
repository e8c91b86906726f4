import { useEffect, useEffectEvent, useState } from 'react'
import { drafts } from '../../lib/drafts.ts'
import { useViewer } from './session.tsx'

interface DraftOptions<Kept> {
  /** Names the form, e.g. `protocol 318`. */
  name: string
  /** There is something to lose. */
  isDirty: boolean
  /** What can be put away as JSON: no files, no passwords. */
  keep: () => Kept
  restore: (kept: Kept) => void
}

/** Keeps what was typed when a session ends in the middle of a form, and brings it back to the same person. */
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
  /** `forget` it once it is saved, given up or left behind. */
  return { isRestored, forget }
}
