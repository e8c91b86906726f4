import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'

/** The button's side of a menu, for `RowMenu`. */
export interface RowMenuState {
  id: string
  isOpen: boolean
  button: HTMLButtonElement
  close: () => void
}

interface RowMenuTarget {
  ref: RefObject<HTMLButtonElement | null>
  id: string
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/**
 * A menu whose list is loaded when it is first opened; until then its button already says what it is.
 *
 * @returns what the button takes, and the menu's state, null until it was opened for the first time
 */
export function useRowMenu(): [RowMenuTarget, RowMenuState | null] {
  const id = useId()
  const ref = useRef<HTMLButtonElement>(null)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const change = (next: boolean) => {
    setButton(ref.current)
    setOpen(next)
  }
  const target: RowMenuTarget = {
    ref,
    id: `${id}-target`,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onClick: () => change(!isOpen),
    onKeyDown: (event) => {
      // The list takes the focus a moment after it is there.
      if (event.key === 'Escape') return setOpen(false)
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      change(true)
    },
  }
  return [target, button && { id, isOpen, button, close: () => setOpen(false) }]
}
