import { z } from 'zod'
import { renamed } from '../shared/renamed.ts'
import { instant } from '../shared/wire-values.ts'

/** A line of a protocol's history (contract 3.12). */
export const historyEntry = z.object({
  id: z.int(),
  action: z.string(),
  description: z.string(),
  createdAt: instant,
  /** Name of the user; null when the system did it. */
  createdBy: z.string().nullable(),
  itemId: z.int().nullish(),
})
export type HistoryEntry = z.infer<typeof historyEntry>

export const historyEntryWire = renamed(historyEntry)
