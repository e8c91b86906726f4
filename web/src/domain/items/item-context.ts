import type { Item } from '@malote/core/items/item.ts'
import type { Occurrence } from '@malote/core/occurrences/occurrence.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Selection } from '../screens/use-selection.ts'
import type { ActionDays, ItemAction } from './item-actions.ts'

/** Which items are chosen for a bulk action. */
export interface ItemChoice {
  selection: Selection<Item>
  choosable: readonly Item[]
  /** Why no bulk action applies to an item; null if one does. */
  refusalOf: (item: Item) => string | null
}

/** Context of all item views besides the item. */
export interface ItemContext extends ActionDays {
  protocol: ProtocolDetail
  viewer: Viewer
  /** null where no bulk action applies to any item. */
  choice: ItemChoice | null
  onOpen: (id: number) => void
  onAction: (action: ItemAction, item: Item) => void
  onResolve: (occurrence: Occurrence) => void
}
