import { Popover } from '@mantine/core'
import { type ReactElement, type ReactNode, useState } from 'react'
import { type FloatingButton, floatingButton } from '../floating-button.ts'
import classes from './dialog.module.css'
import { TouchClose } from './dialog-frame.tsx'

interface WordsPopoverProps {
  /** Its accessible name. */
  name: string
  /** The button, with the props that it is given. */
  target: (opens: FloatingButton) => ReactElement
  children: ReactNode
}

/** A few words at a button. They take the focus, and with it Esc, also while they are loading. */
export function WordsPopover({ name, target, children }: WordsPopoverProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width="min(360px, calc(100% - 24px))"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>{target(floatingButton('dialog', isOpen, setOpen))}</Popover.Target>
      <Popover.Dropdown role="dialog" aria-modal aria-label={name} className={classes.panel}>
        {/* Esc closes the words and not a dialog below them. */}
        <div className={classes.words} tabIndex={-1} data-autofocus data-mantine-stop-propagation>
          {children}
        </div>
        <TouchClose onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
