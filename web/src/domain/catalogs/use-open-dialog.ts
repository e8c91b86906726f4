import { useState } from 'react'
import type { DialogSearch } from './register-search.ts'

/** The open dialog of a settings screen, and the row that it is about. */
export type OpenRegisterDialog<Row> = { what: 'new'; row: null } | { what: 'edit' | 'delete'; row: Row }

interface Opened<Row> {
  key: string | null
  openDialog: OpenRegisterDialog<Row> | null
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
