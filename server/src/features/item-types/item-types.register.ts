import type { ItemType, ItemTypeInput } from '@malote/core/item-types/item-type.ts'
import { itemTypeSeenWire } from '@malote/core/item-types/item-type.wire.ts'
import { canDeleteItemType } from '@malote/core/item-types/item-type-rules.ts'
import { refuseTakenName } from '../../platform/db/same-names.ts'
import type { Register } from '../catalogs/public.ts'
import { readItemType } from './item-types.queries.ts'

/** How item types are saved and deleted. */
export const itemTypes: Register<ItemType, ItemTypeInput> = {
  table: 'itemTypes',
  audit: { kind: 'item-type', nameOf: ({ name }) => name },
  columns: ({ name, description }) => ({
    name,
    ...(description !== undefined && { description: description || null }),
  }),
  read: readItemType,
  seen: itemTypeSeenWire,
  canDelete: canDeleteItemType,
  notFound: 'ITEM_TYPE_NOT_FOUND',
  inUse: 'ITEM_TYPE_IN_USE',
  refuseTaken: (change) => refuseTakenName('item_types', change),
}
