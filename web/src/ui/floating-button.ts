import { closeOnEscape } from '@mantine/core'
import type { ButtonHTMLAttributes } from 'react'

/** What a button has that opens a menu or another part above the page, and closes it again. */
export type FloatingButton = Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'aria-haspopup' | 'aria-expanded' | 'onClick' | 'onKeyDown'
> & { 'data-mantine-stop-propagation': true | undefined }

/**
 * Makes a button open and close such a part. Mantine closes it with Esc only where the part has the focus, which it may
 * not have yet, or never gets; the dialog below stays open.
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
