import { allowed, refused, type Verdict } from '../shared/verdict.ts'
import type { ItemType } from './item-type.ts'

/** An item type that items use cannot be deleted (contract 2.12.4). Does not check the viewer's role. */
export const canDeleteItemType = ({ itemsCount }: Pick<ItemType, 'itemsCount'>): Verdict =>
  itemsCount > 0 ? refused('ITEM_TYPE_IN_USE') : allowed
