import { Textarea, TextInput } from '@mantine/core'
import { type MutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { focusContent } from '../../lib/content.ts'
import { telling } from '../../lib/telling.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { forgetErrors } from '../../ui/toasts.ts'
import type { CatalogDialogsProps } from './catalog-page.tsx'
import type { CatalogWords } from './catalog-words.ts'
import { type EntryFormOptions, useEntryForm } from './use-entry-form.ts'

export interface EntryFormProps<Row> {
  isOpen: boolean
  /** null for a new record. */
  row: Row | null
  words: CatalogWords
  onClose: () => void
}

interface EntryDialogsProps<Row> extends CatalogDialogsProps<Row> {
  /** The form for adding and editing. */
  Form: ComponentType<EntryFormProps<Row>>
  remove: (queryClient: QueryClient) => MutationOptions<void, Error, number>
}

/** The dialogs of a settings screen: the form, and the confirmation before deleting. */
export function EntryDialogs<Row extends { id: number }>(props: EntryDialogsProps<Row>) {
  const { openDialog, nameOf, Form, remove, ...dialog } = props
  const queryClient = useQueryClient()
  if (openDialog.what !== 'delete') return <Form row={openDialog.row} {...dialog} />
  const { row } = openDialog
  return <DeleteDialog id={row.id} name={nameOf(row) ?? ''} remove={remove(queryClient)} {...dialog} />
}

interface Described {
  name: string
  description?: string | null | undefined
}

type DescribedDialogProps<Row extends Described & { id: number }> = Omit<
  EntryFormOptions<Row, Described, Described>,
  'formOf'
>

const formOf = (row: Described | null) => ({ name: row?.name ?? '', description: row?.description ?? '' })

/** The form of a record with a name and an optional description. */
export function DescribedDialog<Row extends Described & { id: number }>(options: DescribedDialogProps<Row>) {
  const { field, dialog } = useEntryForm({ ...options, formOf })
  return (
    <FormDialog {...dialog}>
      <TextInput label="Nome" required maxLength={120} autoComplete="off" data-autofocus {...field('name')} />
      <Textarea label="Descrição" maxLength={1000} {...field('description')} />
    </FormDialog>
  )
}

interface DeleteDialogProps {
  isOpen: boolean
  id: number
  name: string
  words: CatalogWords
  remove: MutationOptions<void, Error, number>
  onClose: () => void
}

/** Asks for confirmation before deleting a row of a settings screen. */
export function DeleteDialog({ isOpen, id, name, words, remove, onClose }: DeleteDialogProps) {
  const { mutate, isPending } = useMutation(telling(remove, { success: words.deleted, failure: words.deleteFailed }))
  const confirm = () => {
    forgetErrors()
    mutate(id, {
      onSuccess: focusContent, // the button that opened the dialog is gone with its row
      onSettled: onClose,
    })
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={words.delete}
      confirmLabel="Sim, excluir"
      cancelLabel="Não, cancelar"
      busyLabel="Excluindo..."
      isBusy={isPending}
      isDangerous
      onConfirm={confirm}
      onClose={onClose}
    >
      {words.confirmation(name)}
    </ConfirmDialog>
  )
}
