import { z } from 'zod'

/** A pending item that has a responsible user. */
export const responsibility = z.object({
  /** Id of the item. */
  id: z.int(),
  protocolId: z.int(),
  documentNumber: z.string().nullable(),
  description: z.string().nullish(),
  itemType: z.string(),
  /** Civil date, `yyyy-MM-dd`; null when the item does not have to come back or has no deadline yet. */
  returnDate: z.string().nullable(),
  /** The item's destination, where its responsible user should work. */
  destinationDepartment: z.string(),
})
export type Responsibility = z.infer<typeof responsibility>
