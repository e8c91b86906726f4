import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Banner } from '../banner.tsx'
import { SubmitButton } from '../fields/submit-button.tsx'
import classes from './dialog.module.css'
import { DialogFrame } from './dialog-frame.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  /** Describes what will happen. */
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  busyLabel: string
  isBusy?: boolean
  isDangerous?: boolean
  /** Why it can no longer be done, because others were quicker. */
  refusal?: string | null
  onConfirm: () => void
  onClose: () => void
}

/**
 * Asks for confirmation before an action that is hard or impossible to undo. Enter does what is done every day; what
 * destroys keeps the focus on the way out.
 */
export function ConfirmDialog({ isOpen, title, children, onConfirm, onClose, ...words }: ConfirmDialogProps) {
  const { confirmLabel, cancelLabel = 'Cancelar', busyLabel, isBusy = false } = words
  const { isDangerous = false, refusal = null } = words
  // Our own change also makes the action impossible; that is no refusal.
  const isRefused = refusal !== null && isOpen && !isBusy
  return (
    <DialogFrame isOpen={isOpen} title={title} onClose={onClose} isBusy={isBusy} isAlert>
      <form
        className="column gap-16"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onConfirm()
        }}
      >
        <div>{children}</div>
        {isRefused && <Banner tone="pending">{refusal}</Banner>}
        <div className={classes.actions}>
          <Button
            variant="default"
            onClick={onClose}
            disabled={isBusy}
            data-autofocus={isDangerous || isRefused || undefined}
          >
            {cancelLabel}
          </Button>
          <SubmitButton
            isBusy={isBusy}
            busyLabel={busyLabel}
            isDisabled={isRefused}
            data-autofocus={(!isDangerous && !isRefused) || undefined}
            {...(isDangerous ? { color: 'red' } : {})}
          >
            {confirmLabel}
          </SubmitButton>
        </div>
      </form>
    </DialogFrame>
  )
}
