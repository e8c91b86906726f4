import { z } from 'zod'
import { instant } from '../shared/wire-values.ts'

/** The open request of an item, wherever lists and details show the item (contract 21.12). */
export const openExtension = z.object({
  id: z.int(),
  requestedDate: z.string(),
  reason: z.string(),
  askedBy: z.string(),
  askedAt: instant,
})
export type OpenExtension = z.infer<typeof openExtension>
