import { type MutationOptions, type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { DeleteDialog } from './delete-dialog.tsx'
import type { RegisterDialogsProps } from './register-page.tsx'
import type { RegisterWords } from './register-words.ts'

export interface EntryFormProps<Row> {
  isOpen: boolean
  /** null for a new record. */
  row: Row | null
  words: RegisterWords
  onClose: () => void
}

interface EntryDialogsProps<Row> extends RegisterDialogsProps<Row> {
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
