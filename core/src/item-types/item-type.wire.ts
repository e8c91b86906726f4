import { renamed } from '../shared/renamed.ts'
import { itemType, itemTypeInput } from './item-type.ts'

const names = { name: 'type_name', description: 'type_description' } as const

export const itemTypeWire = renamed(itemType, names)
export const itemTypeInputWire = renamed(itemTypeInput, names)
