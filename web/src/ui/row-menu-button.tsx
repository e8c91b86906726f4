import { ActionIcon } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { type ReactNode, Suspense, useId, useRef, useState } from 'react'

/** The button's side of a menu, for `RowMenu`. */
export interface RowMenuState {
  id: string
  isOpen: boolean
  button: HTMLButtonElement
  close: () => void
}

interface RowMenuButtonProps {
  /** Whose actions they are, for screen readers. */
  label: string
  /** The menu, as a lazy component: no list waits for what nobody has opened yet. */
  children: (menu: RowMenuState) => ReactNode
}

export function RowMenuButton({ label, children }: RowMenuButtonProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<HTMLButtonElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const toggle = () => {
    setOpened(button.current)
    setOpen(!isOpen)
  }
  return (
    <>
      <ActionIcon
        ref={button}
        id={`${id}-target`}
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <IconDotsVertical size={18} aria-hidden />
      </ActionIcon>
      {opened && (
        <Suspense fallback={null}>{children({ id, isOpen, button: opened, close: () => setOpen(false) })}</Suspense>
      )}
    </>
  )
}
