import { useState } from 'react'

interface DialogState<Subject> {
  subject: Subject | null
  isOpen: boolean
  opening: number
}

/**
 * A dialog about something. What it is about stays after closing, so that no word changes while it fades out; each opening
 * has a number of its own, as the key of a form that starts anew.
 */
export function useDialog<Subject>() {
  const [state, set] = useState<DialogState<Subject>>({ subject: null, isOpen: false, opening: 0 })
  return {
    ...state,
    open: (subject: Subject) => set(({ opening }) => ({ subject, isOpen: true, opening: opening + 1 })),
    close: () => set((now) => ({ ...now, isOpen: false })),
  }
}
