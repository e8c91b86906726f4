import { filter, idFilter } from '@malote/core/shared/query.ts'
import { z } from 'zod'
import { inAddress } from '../../lib/in-address.ts'

const dialogInAddress = inAddress(
  z.object({
    open: filter(z.enum(['new', 'edit', 'delete'])),
    /** Id of the record that is edited or deleted. */
    id: idFilter,
  }),
)

/** The open dialog of a settings screen, as search params. */
export type DialogSearch = ReturnType<typeof dialogInAddress>

/** Parses the search params; an edit or delete dialog without an id counts as closed. */
export function dialogSearch(address: Record<string, unknown>): DialogSearch {
  const { open, id } = dialogInAddress(address)
  const about = open === 'new' ? undefined : id
  return { open: open === 'new' || about ? open : undefined, id: open && about }
}

/** Props that the route passes to a settings screen. */
export interface CatalogScreenProps {
  dialog: DialogSearch
  onDialog: (dialog: DialogSearch, options?: { replace: boolean }) => void
}
