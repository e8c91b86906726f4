import { Button } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { Banner } from '../banner.tsx'
import { SubmitButton } from '../fields/submit-button.tsx'
import classes from './dialog.module.css'
import { DialogFrame } from './dialog-frame.tsx'

interface ShortFormDialogProps {
  isOpen: boolean
  title: string
  submitLabel: string
  busyLabel: string
  isBusy: boolean
  /** Disables closing by a click outside. */
  isDirty?: boolean
  /** An error message that stays in the dialog. */
  error?: string | null
  onSubmit: FormEventHandler<HTMLFormElement>
  onClose: () => void
  children: ReactNode
}

/**
 * A form in a dialog, as `FormDialog`, but without its question before changes are lost: a code or a password is typed in
 * seconds, and the question needs the router, which the page for the duty to enrol does not have.
 */
export function ShortFormDialog({ isBusy, onSubmit, onClose, children, error, ...words }: ShortFormDialogProps) {
  const { isOpen, title, isDirty = false, submitLabel, busyLabel } = words
  return (
    <DialogFrame isOpen={isOpen} title={title} onClose={onClose} isBusy={isBusy} isDirty={isDirty}>
      <form
        noValidate
        className="column gap-16"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onSubmit(event)
        }}
      >
        {children}
        {error && <Banner tone="danger">{error}</Banner>}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Cancelar
          </Button>
          <SubmitButton isBusy={isBusy} busyLabel={busyLabel}>
            {submitLabel}
          </SubmitButton>
        </div>
      </form>
    </DialogFrame>
  )
}
