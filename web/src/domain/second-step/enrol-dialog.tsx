import { Button } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import classes from '../../ui/dialog/dialog.module.css'
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'

interface EnrolDialogProps {
  isOpen: boolean
  title: string
  submitLabel: string
  busyLabel: string
  isBusy: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  onClose: () => void
  children: ReactNode
}

/**
 * A form in a dialog, as `FormDialog`, but without its question before changes are lost: a code is typed in seconds, and
 * the question needs the router, which the page for the duty to enrol does not have.
 */
export function EnrolDialog({ title, isOpen, isBusy, onSubmit, onClose, children, ...words }: EnrolDialogProps) {
  return (
    <DialogFrame isOpen={isOpen} title={title} onClose={onClose} isBusy={isBusy} isDirty>
      <form
        noValidate
        className="column gap-16"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onSubmit(event)
        }}
      >
        {children}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Cancelar
          </Button>
          <SubmitButton isBusy={isBusy} busyLabel={words.busyLabel}>
            {words.submitLabel}
          </SubmitButton>
        </div>
      </form>
    </DialogFrame>
  )
}
