import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'
import { DialogFrame } from './dialog-frame.tsx'
import { SubmitButton } from './submit-button.tsx'

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
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before an action that is hard or impossible to undo. */
export function ConfirmDialog({ isOpen, title, children, onConfirm, onClose, ...words }: ConfirmDialogProps) {
  const { confirmLabel, cancelLabel = 'Cancelar', busyLabel, isBusy = false, isDangerous = false } = words
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
