import { Button } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { Banner } from '../banner.tsx'
import { DraftBanner } from '../draft-banner.tsx'
import { ErrorSummary } from '../fields/error-summary.tsx'
import { sendByKeyboard } from '../fields/send-by-keyboard.ts'
import { SubmitButton } from '../fields/submit-button.tsx'
import classes from './dialog.module.css'
import { DialogFrame } from './dialog-frame.tsx'
import { type Address, useUnsavedChanges } from './unsaved-changes-guard.tsx'

interface FormDialogProps {
  isOpen: boolean
  title: string
  /** Above the fields, e.g. that the edited record has changed meanwhile. */
  notice?: ReactNode
  /** The fields. */
  children: ReactNode
  submitLabel: string
  busyLabel?: string
  cancelLabel?: string
  isBusy?: boolean
  isSubmitDisabled?: boolean
  /** An error message that stays in the dialog. */
  error?: string | null
  /** Why it can no longer be done, because others were quicker. What was typed stays, and nothing is sent. */
  refusal?: string | null
  /** The action cannot be undone: red button and role `alertdialog`. */
  isDangerous?: boolean
  /** The form has unsaved changes: Esc, the close button, Back and links ask for confirmation. */
  isDirty?: boolean
  /** Called when unsaved changes are discarded, in any way. */
  onGiveUp?: () => void
  size?: string
  /** A long form: its buttons stay in sight, and on phones it lies at the bottom of the screen. */
  isSheet?: boolean
  /** Resets the fields; set when they were restored from a draft of an ended session. */
  onDiscard?: (() => void) | null
  /** What that draft could not keep, e.g. files. */
  missing?: string | false
  onSubmit: FormEventHandler<HTMLFormElement>
  onClose: () => void
}

/**
 * A form in a dialog with its two buttons. Unsaved input is only discarded after a confirmation, by *Cancelar*, or by
 * Esc in a dialog that is itself a confirmation (contract 11.2).
 */
export function FormDialog({ isOpen, title, children, onSubmit, onClose, size, ...words }: FormDialogProps) {
  const { submitLabel, busyLabel = 'Salvando...', cancelLabel = 'Cancelar', isBusy = false, error } = words
  const {
    isSubmitDisabled = false,
    refusal = null,
    isDangerous = false,
    isDirty = false,
    isSheet = false,
    onDiscard,
    missing = false,
    onGiveUp,
    notice,
  } = words
  // Our own change also makes the action impossible; that is no refusal.
  const isRefused = refusal !== null && isOpen && !isBusy
  const unsaved = useUnsavedChanges({
    // Changes that are being saved are not lost.
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
        isSheet={isSheet}
        {...(size ? { size } : {})}
      >
        <form
          noValidate
          className="column gap-16"
          onKeyDown={sendByKeyboard}
          onSubmit={(event) => {
            event.preventDefault()
            if (!isBusy) onSubmit(event)
          }}
        >
          {onDiscard && <DraftBanner missing={missing} onDiscard={onDiscard} />}
          {notice}
          {children}
          {isRefused && !error && <Banner tone="pending">{refusal}</Banner>}
          {error && <Banner tone="danger">{error}</Banner>}
          <ErrorSummary fewest={2} />
          <div className={classes.actions} data-stays={isSheet || undefined}>
            <Button variant="default" onClick={() => unsaved.leave(onClose)} disabled={isBusy}>
              {cancelLabel}
            </Button>
            <SubmitButton
              isBusy={isBusy}
              busyLabel={busyLabel}
              isDisabled={isSubmitDisabled || isRefused}
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

/** The search params that decide which dialog is open, and which part of a page is shown. */
const shownBy = ['open', 'id', 'tab', 'view'] as const

/** Whether the navigation leaves the page, the part of it that has the dialog, or the dialog that the address names. */
function closesDialog(current: Address, next: Address) {
  const placeOf = ({ search }: Address) => shownBy.map((name) => (search as Record<string, unknown>)[name]).join(' ')
  return current.pathname !== next.pathname || placeOf(current) !== placeOf(next)
}
