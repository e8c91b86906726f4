import type { Item } from '@malote/core/items/item.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { ItemAction } from './item-actions.ts'

/** What all item views need besides the item. */
export interface ItemContext {
  protocol: ProtocolDetail
  viewer: Viewer
  today: CivilDate
  onOpen: (id: number) => void
  onAction: (action: ItemAction, item: Item) => void
}
