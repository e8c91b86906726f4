import { z } from 'zod'

/** A pending item that a person answers for. */
export const responsibility = z.object({
  /** The item's. */
  id: z.int(),
  protocolId: z.int(),
  documentNumber: z.string().nullable(),
  itemType: z.string(),
  /** Civil date, `yyyy-MM-dd`; null when it need not come back or has no deadline yet. */
  returnDate: z.string().nullable(),
  /** Where the item is to be; whoever answers for it should work there. */
  destinationDepartment: z.string(),
})
export type Responsibility = z.infer<typeof responsibility>
