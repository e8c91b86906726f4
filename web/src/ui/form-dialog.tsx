import { Button } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { Banner } from './banner.tsx'
import classes from './dialog.module.css'
import { DialogFrame } from './dialog-frame.tsx'
import { DraftBanner } from './draft-banner.tsx'
import { SubmitButton } from './submit-button.tsx'

interface FormDialogProps {
  isOpen: boolean
  title: string
  /** Above the fields: what happened to what they are about. */
  notice?: ReactNode
  /** The fields. */
  children: ReactNode
  submitLabel: string
  busyLabel?: string
  cancelLabel?: string
  isBusy?: boolean
  isSubmitDisabled?: boolean
  /** A failure that stays in the dialog, where it happened. */
  error?: string | null
  /** The action cannot be undone: red button, and the dialog announces itself as an alert. */
  isDangerous?: boolean
  /** Something was typed: a click outside does not throw it away. */
  isDirty?: boolean
  size?: string
  /** The fields hold what was typed before the session ended: what empties them. */
  onDiscard?: (() => void) | null
  onSubmit: FormEventHandler<HTMLFormElement>
  onClose: () => void
}

/** A form in a dialog, with its two buttons. */
export function FormDialog({ isOpen, title, children, onSubmit, onClose, size, ...words }: FormDialogProps) {
  const { submitLabel, busyLabel = 'Salvando...', cancelLabel = 'Cancelar', isBusy = false, error } = words
  const { isSubmitDisabled = false, isDangerous = false, isDirty = false, onDiscard, notice } = words
  return (
    <DialogFrame
      isOpen={isOpen}
      title={title}
      onClose={onClose}
      isBusy={isBusy}
      isAlert={isDangerous}
      isDirty={isDirty}
      {...(size ? { size } : {})}
    >
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onSubmit(event)
        }}
      >
        {onDiscard && <DraftBanner onDiscard={onDiscard} />}
        {notice}
        {children}
        {error && <Banner tone="danger">{error}</Banner>}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {cancelLabel}
          </Button>
          <SubmitButton
            isBusy={isBusy}
            busyLabel={busyLabel}
            isDisabled={isSubmitDisabled}
            {...(isDangerous ? { color: 'red' } : {})}
          >
            {submitLabel}
          </SubmitButton>
        </div>
      </form>
    </DialogFrame>
  )
}
