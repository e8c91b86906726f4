import { Button, Modal } from '@mantine/core'
import type { ReactNode, SyntheticEvent } from 'react'
import { focusWhatIsLeft } from '../../lib/content.ts'
import { useIsTouch } from '../use-media.ts'
import { useOpened } from '../use-opened.ts'
import classes from './dialog.module.css'
import { keepFocus } from './keep-focus.ts'

interface DialogFrameProps {
  isOpen: boolean
  title: string
  onClose: () => void
  /** While true, Esc, the close button and a click outside do nothing. */
  isBusy?: boolean
  /** Uses the role `alertdialog`, for questions that need a response. */
  isAlert?: boolean
  /** Disables closing by a click outside, which would lose unsaved input. */
  isDirty?: boolean
  /** Another dialog is open above this one and handles Esc. */
  isCovered?: boolean
  size?: string
  /** On phones it lies at the bottom of the screen, in reach of the thumb. */
  isSheet?: boolean
  children: ReactNode
}

// Mantine always renders role="dialog", and React does not change the attribute again afterwards.
const markAsAlert = (content: HTMLElement | null) => {
  content?.setAttribute('role', 'alertdialog')
  return keepFocus(content)
}

// The button that opened the dialog may be gone, e.g. with its row. Mantine returns the focus a moment after closing.
const finish = () => setTimeout(focusWhatIsLeft, 50)

// React events bubble through portals: submitting a dialog that is rendered inside a form would also submit that form.
const keepInside = (event: SyntheticEvent) => event.stopPropagation()

/** The only dialog component: sets its name, its close button and focus return. It may be open on the first render. */
export function DialogFrame({
  isOpen,
  title,
  onClose,
  isBusy = false,
  isAlert = false,
  isDirty = false,
  isCovered = false,
  size,
  isSheet = false,
  children,
}: DialogFrameProps) {
  const canClose = !isBusy
  return (
    <Modal.Root
      opened={useOpened(isOpen)}
      onClose={onClose}
      size={size ?? 'md'}
      centered
      {...(isSheet && { classNames: { inner: classes.place ?? '', content: classes.sheet ?? '' } })}
      closeOnEscape={canClose && !isCovered}
      closeOnClickOutside={canClose && !isAlert && !isDirty}
      onExitTransitionEnd={finish}
    >
      <Modal.Overlay />
      <Modal.Content
        // Mantine names it by its title too, but only once both are drawn, and by then it may have the focus.
        aria-label={title}
        onSubmit={keepInside}
        ref={isAlert ? markAsAlert : keepFocus}
      >
        <Modal.Header>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Fechar" disabled={isBusy} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The last line of a popover: closes it where a press beside it or Esc may be impossible. */
export function TouchClose({ onClose }: { onClose: () => void }) {
  if (!useIsTouch()) return null
  return (
    <Button variant="subtle" fullWidth className={classes.close} onClick={onClose} data-mantine-stop-propagation>
      Fechar
    </Button>
  )
}
