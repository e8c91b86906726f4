import { filter, idFilter } from '@malote/core/shared/query.ts'
import { z } from 'zod'
import { inAddress } from '../../../lib/in-address.ts'

export const detailSearch = inAddress(
  z.object({
    /** Undefined for the details tab. */
    tab: filter(z.enum(['historico', 'comentarios'])),
    /** Id of the item in the open panel. */
    item: idFilter,
    /** `f-` and the fingerprint of the paper whose code led here; the letters keep it from being read as a number. */
    papel: filter(z.string().regex(/^f-[0-9a-f]{8}$/)),
  }),
)

/** The detail page's search params. */
export type DetailSearch = ReturnType<typeof detailSearch>
