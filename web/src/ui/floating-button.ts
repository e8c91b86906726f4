import { closeOnEscape } from '@mantine/core'
import type { ButtonHTMLAttributes } from 'react'

/** The props of a button that opens and closes a menu or a popover. */
export type FloatingButton = Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'aria-haspopup' | 'aria-expanded' | 'onClick' | 'onKeyDown'
> & { 'data-mantine-stop-propagation': true | undefined }

/**
 * Makes a button open and close a menu or a popover. Esc on the button closes it too, and leaves a dialog below it open:
 * Mantine hears Esc only inside the menu or popover, which gets the focus a moment later, or never.
 */
export const floatingButton = (
  kind: 'menu' | 'dialog',
  isOpen: boolean,
  setOpen: (isOpen: boolean) => void,
): FloatingButton => ({
  'aria-haspopup': kind,
  'aria-expanded': isOpen,
  onClick: () => setOpen(!isOpen),
  onKeyDown: closeOnEscape(() => setOpen(false), { active: isOpen }),
  'data-mantine-stop-propagation': isOpen || undefined,
})
