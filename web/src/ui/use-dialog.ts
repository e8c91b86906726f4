import { useState } from 'react'

/** A dialog about something. What it is about stays after closing, so that no word changes while it fades out. */
export function useDialog<Subject>() {
  const [{ subject, isOpen }, set] = useState<{ subject: Subject | null; isOpen: boolean }>({
    subject: null,
    isOpen: false,
  })
  return {
    subject,
    isOpen,
    open: (about: Subject) => set({ subject: about, isOpen: true }),
    close: () => set({ subject, isOpen: false }),
  }
}
