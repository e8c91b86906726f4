import { z } from 'zod'
import { optionalText, requiredLine } from '../shared/wire-values.ts'

/** The kind of an item (contract 3.16). */
export const itemType = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  /** Items, not protocols. */
  itemsCount: z.int(),
})
export type ItemType = z.infer<typeof itemType>

/** The fields that an Admin fills in (contract 5.5.3). */
export const itemTypeInput = z.object({
  name: requiredLine('Nome do tipo de item é obrigatório', 120),
  description: optionalText(1000),
})
export type ItemTypeInput = z.infer<typeof itemTypeInput>
