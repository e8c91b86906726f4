import { filter, idFilter } from '@malote/core/shared/query.ts'
import { z } from 'zod'
import { inAddress } from '../../../lib/in-address.ts'

export const detailSearch = inAddress(
  z.object({
    /** Undefined for the details tab. */
    tab: filter(z.enum(['historico', 'comentarios'])),
    /** Id of the item in the open panel. */
    item: idFilter,
  }),
)

/** The detail page's search params. */
export type DetailSearch = ReturnType<typeof detailSearch>
