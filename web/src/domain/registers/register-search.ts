import { identity, oneOf } from '../../lib/search-values.ts'

/** The open dialog of a settings screen, as the address holds it. */
export interface DialogSearch {
  open?: 'new' | 'edit' | 'delete' | undefined
  /** What is edited or deleted. */
  id?: number | undefined
}

/** Reads the address; a dialog about nothing counts as none. */
export function dialogSearch({ open, id }: Record<string, unknown>): DialogSearch {
  const what = oneOf(['new', 'edit', 'delete'] as const, open)
  const about = what === 'new' ? undefined : identity(id)
  return { open: what === 'new' || about ? what : undefined, id: what && about }
}

/** What the route of a settings screen gives it. */
export interface RegisterScreenProps {
  dialog: DialogSearch
  onDialog: (dialog: DialogSearch, options?: { replace: boolean }) => void
}
