import { filter, idFilter } from '@malote/core/shared/query.ts'
import { z } from 'zod'
import { inAddress } from '../../lib/in-address.ts'

const dialogInAddress = inAddress(
  z.object({
    open: filter(z.enum(['new', 'edit', 'delete'])),
    /** What is edited or deleted. */
    id: idFilter,
  }),
)

/** The open dialog of a settings screen, as the address holds it. */
export type DialogSearch = ReturnType<typeof dialogInAddress>

/** Reads the address; a dialog about nothing counts as none. */
export function dialogSearch(address: Record<string, unknown>): DialogSearch {
  const { open, id } = dialogInAddress(address)
  const about = open === 'new' ? undefined : id
  return { open: open === 'new' || about ? open : undefined, id: open && about }
}

/** What the route of a settings screen gives it. */
export interface RegisterScreenProps {
  dialog: DialogSearch
  onDialog: (dialog: DialogSearch, options?: { replace: boolean }) => void
}
