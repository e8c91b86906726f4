import type { MutationOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { showInPlace, telling } from '../../lib/telling.ts'
import { useAddressLayer } from '../../ui/dialog/use-dialog.ts'
import { useLatest } from '../../ui/freshness/use-held.ts'
import { forgetErrors } from '../../ui/toasts.ts'
import type { CatalogScreenProps, DialogSearch } from '../screens/searches.ts'
import { useDraftedMutation } from '../session/use-draft.ts'
import type { CatalogWords } from './catalog-words.ts'
import type { Saving } from './entry-mutations.ts'
import { type ShownAs, useOvertaken } from './use-overtaken.tsx'

export interface EntryFormOptions<Row extends { id: number }, Form extends FieldValues, Fields> {
  /** null for a new row. */
  row: Row | null
  formOf: (row: Row | null) => Form
  resolver: Resolver<Form, unknown, Fields>
  save: MutationOptions<unknown, Error, Saving<Row, Fields>>
  /** The wire schema of an edit; maps the server's field errors to form fields. */
  wire: z.ZodType<{ current?: Partial<Row> | undefined }>
  shownAs?: ShownAs<Form>
  words: CatalogWords
  /** When a field with an error is validated again; by default only on the next submit. */
  reValidateMode?: 'onChange' | 'onSubmit'
  isOpen: boolean
  /** Called after a save if the form is still mounted; closes it by default. */
  onSaved?: (answer: unknown, fields: Fields) => void
  onClose: () => void
}

interface EntryDraft<Row, Form> {
  form: Form
  /** The row that the edit is based on, so that a later change is still detected. */
  seen: Row | null
}

/** The form of a settings dialog. A field's error disappears when the field is edited (contract 5.5.7). */
export function useEntryForm<Row extends { id: number }, Form extends FieldValues, Fields>(
  options: EntryFormOptions<Row, Form, Fields>,
) {
  const { row, formOf, resolver, save, wire, shownAs, words, isOpen, onClose, onSaved = onClose } = options
  const id = row?.id ?? null
  const isThere = useLatest(isOpen)
  const form = useForm<Form, unknown, Fields>({
    resolver,
    defaultValues: formOf(row) as DefaultValues<Form>,
    reValidateMode: options.reValidateMode ?? 'onSubmit',
  })
  const overtaken = useOvertaken({ row, formOf, form, wire, shownAs, onDiscard: () => onGiveUp() })
  const { register, control, clearErrors, formState, getValues, handleSubmit, reset, setError } = form

  const saving = telling(save, {
    success: id === null ? words.added : words.edited,
    failure: id === null ? words.addFailed : words.editFailed,
  })
  const { mutate, isPending, isDirty, onDiscard, onGiveUp } = useDraftedMutation(saving, {
    name: `${words.add} ${id ?? ''}`,
    isChanged: formState.isDirty,
    keep: (): EntryDraft<Row, Form> => ({ form: getValues(), seen: overtaken.seen }),
    restore: (kept) => {
      reset(kept.form, { keepDefaultValues: true })
      overtaken.setSeen(kept.seen)
    },
    reset: () => {
      reset()
      overtaken.setSeen(row)
    },
  })

  // Registers the fields in the order of the screen, so that the first field with an error gets the focus.
  for (const name of Object.keys(formOf(row))) register(name as FieldPath<Form>)

  const field = (name: FieldPath<Form>) => {
    const { error } = form.getFieldState(name, formState)
    return { ...register(name, { onChange: () => clearErrors(name) }), error: error?.message }
  }
  const onError = (error: Error) => {
    if (isThere.current && (overtaken.takeIn(error) || showFieldErrors(error, wire, setError))) showInPlace()
  }
  const submit = handleSubmit((fields) => {
    forgetErrors()
    mutate({ id, fields, current: overtaken.seen }, { onSuccess: (answer) => onSaved(answer, fields), onError })
  })
  const dialog = {
    isOpen,
    title: id === null ? words.add : words.edit,
    notice: overtaken.notice,
    submitLabel: overtaken.notice && formState.isDirty ? 'Salvar mesmo assim' : 'Salvar',
    isBusy: isPending,
    isDirty,
    onSubmit: submit,
    onDiscard: overtaken.notice ? null : onDiscard,
    onGiveUp,
    onClose,
  }
  return { form, field, control, clearErrors, dialog }
}

/** The open dialog of a settings screen, and the row that it is about. */
export type OpenEntryDialog<Row> = { what: 'new'; row: null } | { what: 'edit' | 'delete'; row: Row }

interface Opened<Row> {
  key: string | null
  openDialog: OpenEntryDialog<Row> | null
  opening: number
}

/**
 * The dialog that the address names, once its row is loaded. Its row stays the same while it is open or fading out, also
 * when another user's change removes the row from the list. `opening` counts up with each opening: use it as the key of
 * a form that must reset.
 */
export function useOpenDialog<Row extends { id: number }>(dialog: DialogSearch, rows: readonly Row[] | undefined) {
  const [opened, setOpened] = useState<Opened<Row>>({ key: null, openDialog: null, opening: 0 })
  const openDialog = openDialogOf(dialog, rows)
  const address = `${dialog.open} ${dialog.id ?? ''}`
  const key = openDialog || address === opened.key ? address : null
  if (key !== opened.key) {
    setOpened({ key, openDialog: openDialog ?? opened.openDialog, opening: opened.opening + (openDialog ? 1 : 0) })
  }
  return { openDialog: opened.openDialog, opening: opened.opening, isOpen: opened.key !== null }
}

function openDialogOf<Row extends { id: number }>({ open, id }: DialogSearch, rows: readonly Row[] | undefined) {
  if (open === 'new') return { what: open, row: null } as const
  const row = rows?.find((one) => one.id === id)
  return open && row ? ({ what: open, row } as const) : null
}

/** Opens and closes the dialog in the address of a settings screen. */
export function useDialogAddress(dialog: DialogSearch, onDialog: CatalogScreenProps['onDialog']) {
  const { opened, close } = useAddressLayer(dialog.open !== undefined, () => onDialog({}, { replace: true }))
  const open = (next: DialogSearch) => {
    opened()
    onDialog(next)
  }
  return { open, close }
}
