import { useRouter } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { useLatest } from '../freshness/use-held.ts'

interface DialogState<Subject> {
  subject: Subject | null
  isOpen: boolean
  openings: number
}

/**
 * State of a dialog about a subject. The subject stays after closing, so that the text does not change during the
 * fade-out. `opening` is another text for each opening, of any dialog: use it as the key of a form that must reset. With
 * the key of a dialog beside it React would take one for the other.
 */
export function useDialog<Subject>() {
  const id = useId()
  const [{ openings, ...state }, set] = useState<DialogState<Subject>>({ subject: null, isOpen: false, openings: 0 })
  return {
    ...state,
    opening: `${id} ${openings}`,
    open: (subject: Subject) => set((now) => ({ subject, isOpen: true, openings: now.openings + 1 })),
    close: () => set((now) => ({ ...now, isOpen: false })),
  }
}

/**
 * A layer above the page that the address names, such as a dialog. Opening it is a new entry of the browser's history;
 * closing it goes back to the one before, so that Back does not open it again. A layer that was opened by a link has no
 * page behind it and replaces its entry instead.
 *
 * @param isOpen whether the address names it
 * @param replace takes it out of the address, in the same entry of the history
 * @returns `opened`: call it when the page opens the layer
 */
export function useAddressLayer(isOpen: boolean, replace: () => void) {
  const { history } = useRouter()
  const isOpenedHere = useRef(false)
  const isAsked = useLatest(isOpen)

  const opened = () => {
    isOpenedHere.current = true
  }
  const close = () => {
    if (!isAsked.current) return // Back has closed it meanwhile
    if (!isOpenedHere.current) return replace()
    isOpenedHere.current = false
    history.back()
  }
  return { opened, close }
}
