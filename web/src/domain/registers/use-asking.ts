import { useState } from 'react'
import type { DialogSearch } from './register-search.ts'

/** What a settings screen asks in a dialog. */
export type Asking<Row> = { what: 'new'; row: null } | { what: 'edit' | 'delete'; row: Row }

interface Opened<Row> {
  key: string | null
  asking: Asking<Row> | null
  opening: number
}

/**
 * The dialog that the address names, once its row is known. What it asks stays as it was when it opened, also while it
 * fades out and when the row leaves the list (somebody else changed what the list is filtered by); each opening has a
 * number of its own, for a form that starts anew.
 */
export function useAsking<Row extends { id: number }>(dialog: DialogSearch, rows: readonly Row[] | undefined) {
  const [opened, setOpened] = useState<Opened<Row>>({ key: null, asking: null, opening: 0 })
  const asking = askingOf(dialog, rows)
  const address = `${dialog.open} ${dialog.id ?? ''}`
  const key = asking || address === opened.key ? address : null
  if (key !== opened.key) {
    setOpened({ key, asking: asking ?? opened.asking, opening: opened.opening + (asking ? 1 : 0) })
  }
  return { asking: opened.asking, opening: opened.opening, isOpen: opened.key !== null }
}

function askingOf<Row extends { id: number }>({ open, id }: DialogSearch, rows: readonly Row[] | undefined) {
  if (open === 'new') return { what: open, row: null } as const
  const row = rows?.find((one) => one.id === id)
  return open && row ? ({ what: open, row } as const) : null
}
