import { Modal } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { ReactNode, SyntheticEvent } from 'react'

interface DialogFrameProps {
  isOpen: boolean
  title: string
  onClose: () => void
  /** Esc, the close button and a click outside do nothing meanwhile. */
  isBusy?: boolean
  /** A question that must be answered, for screen readers. */
  isAlert?: boolean
  /** A click outside does nothing: what was typed would be lost. */
  isDirty?: boolean
  /** Another dialog lies above it: Esc is that one's. */
  isCovered?: boolean
  size?: string
  children: ReactNode
}

// Mantine always writes role="dialog"; React leaves the attribute alone afterwards.
const markAsAlert = (content: HTMLElement | null) => content?.setAttribute('role', 'alertdialog')

// React's events rise through portals: a dialog inside a form, such as the question before it is left, would send that too.
const keepInside = (event: SyntheticEvent) => event.stopPropagation()

/** The one dialog: its name, its way out, and where the focus goes back to. It may be drawn open from the start. */
export function DialogFrame({
  isOpen,
  title,
  onClose,
  isBusy = false,
  isAlert = false,
  isDirty = false,
  isCovered = false,
  size,
  children,
}: DialogFrameProps) {
  const canClose = !isBusy
  // A dialog remembers where the focus was when it opens, not when it is born open.
  const isReady = useMounted()
  return (
    <Modal.Root
      opened={isReady && isOpen}
      onClose={onClose}
      size={size ?? 'md'}
      centered
      closeOnEscape={canClose && !isCovered}
      closeOnClickOutside={canClose && !isAlert && !isDirty}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content radius="lg" onSubmit={keepInside} {...(isAlert ? { ref: markAsAlert } : {})}>
        <Modal.Header>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Fechar" disabled={isBusy} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
