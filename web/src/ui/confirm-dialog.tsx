import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'
import classes from './dialog.module.css'
import { DialogFrame } from './dialog-frame.tsx'
import { SubmitButton } from './submit-button.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  /** What will happen. */
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  busyLabel: string
  isBusy?: boolean
  /** A failure stays in the dialog, where it happened. */
  error?: string | null
  isDangerous?: boolean
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog({ isOpen, title, children, onConfirm, onClose, ...words }: ConfirmDialogProps) {
  const { confirmLabel, cancelLabel = 'Cancelar', busyLabel, isBusy = false, error, isDangerous = false } = words
  return (
    <DialogFrame isOpen={isOpen} title={title} onClose={onClose} isBusy={isBusy} isAlert>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onConfirm()
        }}
      >
        <div>{children}</div>
        {error && <Banner tone="danger">{error}</Banner>}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus>
            {cancelLabel}
          </Button>
          <SubmitButton isBusy={isBusy} busyLabel={busyLabel} {...(isDangerous ? { color: 'red' } : {})}>
            {confirmLabel}
          </SubmitButton>
        </div>
      </form>
    </DialogFrame>
  )
}
