import { renamed } from '../shared/renamed.ts'
import { itemType, itemTypeInput } from './item-type.ts'

const names = { name: 'type_name', description: 'type_description' } as const

export const itemTypeWire = renamed(itemType, names)
export const itemTypeInputWire = renamed(itemTypeInput, names)

/** The field values that the user saw when the edit began; optional, used to detect conflicts (contract 12.26). */
export const itemTypeSeenWire = renamed(itemType.pick({ name: true, description: true }).partial(), names)
export const itemTypeEditWire = renamed(itemTypeInput.extend({ current: itemTypeSeenWire.optional() }), names)
