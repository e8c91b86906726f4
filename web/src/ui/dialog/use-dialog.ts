import { useState } from 'react'

interface DialogState<Subject> {
  subject: Subject | null
  isOpen: boolean
  opening: number
}

/**
 * State of a dialog about a subject. The subject stays after closing, so that the text does not change during the
 * fade-out. `opening` counts up with each opening: use it as the key of a form that must reset.
 */
export function useDialog<Subject>() {
  const [state, set] = useState<DialogState<Subject>>({ subject: null, isOpen: false, opening: 0 })
  return {
    ...state,
    open: (subject: Subject) => set(({ opening }) => ({ subject, isOpen: true, opening: opening + 1 })),
    close: () => set((now) => ({ ...now, isOpen: false })),
  }
}
