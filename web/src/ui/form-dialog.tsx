import { Button } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { Banner } from './banner.tsx'
import classes from './dialog.module.css'
import { DialogFrame } from './dialog-frame.tsx'
import { DraftBanner } from './draft-banner.tsx'
import { SubmitButton } from './submit-button.tsx'
import { type Address, useUnsavedChanges } from './unsaved-changes-guard.tsx'

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
  /** Something was typed and is not saved: Esc, the close button, Back and links ask before it is lost. */
  isDirty?: boolean
  /** What was typed is given up, by whatever way out. */
  onGiveUp?: () => void
  size?: string
  /** The fields hold what was typed before the session ended: what empties them. */
  onDiscard?: (() => void) | null
  onSubmit: FormEventHandler<HTMLFormElement>
  onClose: () => void
}

/**
 * A form in a dialog, with its two buttons. What was typed is never lost unasked, except by the button that says so
 * (*Cancelar*) and by Esc where the dialog is itself a question (contract 11.2).
 */
export function FormDialog({ isOpen, title, children, onSubmit, onClose, size, ...words }: FormDialogProps) {
  const { submitLabel, busyLabel = 'Salvando...', cancelLabel = 'Cancelar', isBusy = false, error } = words
  const { isSubmitDisabled = false, isDangerous = false, isDirty = false, onDiscard, onGiveUp, notice } = words
  const unsaved = useUnsavedChanges({
    // What is being saved is not lost.
    isDirty: isOpen && isDirty && !isBusy,
    isLostBetween: closesDialog,
    sentence: 'O que você digitou ainda não foi salvo.',
    onGiveUp,
  })
  return (
    <>
      <DialogFrame
        isOpen={isOpen}
        title={title}
        onClose={() => (isDangerous ? unsaved.leave(onClose) : unsaved.ask(onClose))}
        isBusy={isBusy}
        isAlert={isDangerous}
        isDirty={isDirty}
        isCovered={unsaved.isAsking}
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
            <Button variant="default" onClick={() => unsaved.leave(onClose)} disabled={isBusy}>
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
      {unsaved.question}
    </>
  )
}

/** Another page, or the same one without the dialog that its address names by `open` and `id`. */
function closesDialog(current: Address, next: Address) {
  const dialogOf = ({ search }: Address) => {
    const { open, id } = search as { open?: unknown; id?: unknown }
    return `${open} ${id}`
  }
  return current.pathname !== next.pathname || dialogOf(current) !== dialogOf(next)
}
