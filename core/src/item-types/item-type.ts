import { z } from 'zod'
import { renamed } from '../shared/renamed.ts'
import { allowed, refused, type Verdict } from '../shared/verdict.ts'
import { optionalText, requiredLine } from '../shared/wire-values.ts'

/** The kind of an item (contract 3.16). */
const itemType = z.object({
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

/** An item type that items use cannot be deleted (contract 2.12.4). Does not check the viewer's role. */
export const canDeleteItemType = ({ itemsCount }: Pick<ItemType, 'itemsCount'>): Verdict =>
  itemsCount > 0 ? refused('ITEM_TYPE_IN_USE') : allowed

const names = { name: 'type_name', description: 'type_description' } as const

export const itemTypeWire = renamed(itemType, names)
export const itemTypeInputWire = renamed(itemTypeInput, names)

/** The field values that the user saw when the edit began; optional, used to detect conflicts (contract 12.26). */
export const itemTypeSeenWire = renamed(itemType.pick({ name: true, description: true }).partial(), names)
export const itemTypeEditWire = renamed(itemTypeInput.extend({ current: itemTypeSeenWire.optional() }), names)
