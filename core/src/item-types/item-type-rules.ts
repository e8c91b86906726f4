import { allowed, refused, type Verdict } from '../shared/verdict.ts'
import type { ItemType } from './item-type.ts'

/** Types that items have stay (contract 2.12.4). Whose wish it is, is not asked here. */
export const canDeleteItemType = ({ itemsCount }: Pick<ItemType, 'itemsCount'>): Verdict =>
  itemsCount > 0 ? refused('ITEM_TYPE_IN_USE') : allowed
