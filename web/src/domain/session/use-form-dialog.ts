import { zodResolver } from '@hookform/resolvers/zod'
import type { MutationOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { type DefaultValues, type FieldValues, type UseFormSetError, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { errorMessage } from '../../lib/api-error.ts'
import { hasFieldErrors } from '../../lib/form-errors.ts'
import { showInPlace } from '../../lib/telling.ts'
import { lostFilesWords, useDraftedMutation } from './use-draft.ts'

interface FormDialogOptions<Fields extends FieldValues, Answer, Sent, Before> {
  /** Name of the draft, e.g. `occurrence 318`. */
  name: string
  schema: z.ZodType
  blank: Fields
  save: MutationOptions<Answer, Error, Sent, Before>
  /** The message for a failure to which the server gave none. */
  failed: string
  /** Shows the errors that belong to fields. */
  showErrors: (failure: Error, setError: UseFormSetError<Fields>, sent: Sent) => void
  /** Whether an error is shown at a field, and not again at the end of the dialog. */
  isAtField?: (error: Error) => boolean
  /** How many files are chosen beside the form's own fields. */
  fileCount?: number
  onClose: () => void
}

/** Files cannot be stored. */
type Kept<Fields> = Fields & { fileCount?: number }

/**
 * A form that is filled in once, sent and closed, with a draft while it is not sent. `dialog` has the props of its
 * `FormDialog`, and `send` is for `form.handleSubmit`.
 */
export function useFormDialog<Fields extends FieldValues, Answer, Sent, Before>(
  options: FormDialogOptions<Fields, Answer, Sent, Before>,
) {
  const { schema, blank, showErrors, isAtField = hasFieldErrors, fileCount = 0, onClose } = options
  const form = useForm<Fields>({
    resolver: zodResolver(schema as never) as never,
    defaultValues: blank as DefaultValues<Fields>,
  })
  const { formState, getValues, reset, setError } = form
  const [missing, setMissing] = useState<string | false>(false)
  const { mutate, isPending, error, isDirty, onDiscard, onGiveUp } = useDraftedMutation(options.save, {
    name: options.name,
    isChanged: formState.isDirty || fileCount > 0,
    keep: (): Kept<Fields> => ({ ...getValues(), fileCount }),
    restore: ({ fileCount: lost = 0, ...kept }) => {
      reset(kept as unknown as Fields, { keepDefaultValues: true })
      setMissing(lostFilesWords(lost))
    },
    reset: () => reset(blank),
  })
  const send = (sent: Sent) =>
    mutate(sent, {
      onSuccess: onClose,
      onError: (failure) => {
        showInPlace()
        showErrors(failure, setError, sent)
      },
    })
  const dialog = {
    isBusy: isPending,
    isDirty,
    error: error && !isAtField(error) ? errorMessage(error, options.failed) : null,
    onDiscard,
    missing,
    onGiveUp,
    onClose,
  }
  return { form, send, dialog }
}
