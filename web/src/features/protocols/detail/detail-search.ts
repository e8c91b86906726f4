import { filter, idFilter } from '@malote/core/shared/query.ts'
import { z } from 'zod'
import { inAddress } from '../../../lib/in-address.ts'

export const detailSearch = inAddress(
  z.object({
    /** Without one, the tab of the details. */
    tab: filter(z.enum(['historico', 'comentarios'])),
    /** The item whose panel is open. */
    item: idFilter,
  }),
)

/** What the detail's address holds. */
export type DetailSearch = ReturnType<typeof detailSearch>
