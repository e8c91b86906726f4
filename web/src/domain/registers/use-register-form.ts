import { type MutationOptions, useMutation } from '@tanstack/react-query'
import { type DefaultValues, type FieldPath, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { showInPlace, telling } from '../../lib/telling.ts'
import { forgetErrors } from '../../ui/toasts.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { useDraft } from '../session/use-draft.ts'
import type { RegisterWords } from './register-words.ts'

/** What is saved: a new row, or the fields of a known one. */
export interface Saving<Fields> {
  id: number | null
  fields: Fields
}

export interface RegisterFormOptions<Form extends FieldValues, Fields> {
  /** null: a new row. */
  id: number | null
  values: DefaultValues<Form>
  resolver: Resolver<Form, unknown, Fields>
  save: MutationOptions<unknown, Error, Saving<Fields>>
  /** Gives the server's field errors their place. */
  wire: z.ZodType
  words: RegisterWords
  isOpen: boolean
  onClose: () => void
}

/** The form of a settings dialog; an error leaves its field as soon as the field is edited (contract 5.5.7). */
export function useRegisterForm<Form extends FieldValues, Fields>(options: RegisterFormOptions<Form, Fields>) {
  const { id, values, resolver, save, wire, words, isOpen, onClose } = options
  const { mutate, isPending, isSuccess } = useMutation({
    ...telling(save, {
      success: id === null ? words.added : words.edited,
      failure: id === null ? words.addFailed : words.editFailed,
    }),
    // Also when the page was left meanwhile.
    onSuccess: (...answer) => {
      draft.forget()
      return save.onSuccess?.(...answer)
    },
  })
  const isThere = useLatest(isOpen)
  const form = useForm<Form, unknown, Fields>({ resolver, defaultValues: values, reValidateMode: 'onSubmit' })
  const { register, control, clearErrors, formState, getValues, handleSubmit, reset, setError } = form

  const draft = useDraft<Form>({
    name: `${words.add} ${id ?? ''}`,
    isDirty: formState.isDirty && !isSuccess,
    keep: getValues,
    restore: (kept) => reset(kept, { keepDefaultValues: true }),
  })
  const discard = () => {
    draft.forget()
    reset()
  }

  // In the order of the screen, or the first field with an error would not be the one that takes the focus.
  for (const name of Object.keys(values)) register(name as FieldPath<Form>)

  const field = (name: FieldPath<Form>) => {
    const { error } = form.getFieldState(name, formState)
    return { ...register(name, { onChange: () => clearErrors(name) }), error: error?.message }
  }
  const onError = (error: Error) => {
    if (isThere.current && showFieldErrors(error, wire, setError)) showInPlace()
  }
  const submit = handleSubmit((fields) => {
    forgetErrors()
    mutate({ id, fields }, { onSuccess: onClose, onError })
  })
  const dialog = {
    isOpen,
    title: id === null ? words.add : words.edit,
    submitLabel: 'Salvar',
    isBusy: isPending,
    isDirty: formState.isDirty,
    onSubmit: submit,
    onDiscard: draft.isRestored ? discard : null,
    onClose: () => {
      draft.forget()
      onClose()
    },
  }
  return { field, control, clearErrors, dialog }
}
