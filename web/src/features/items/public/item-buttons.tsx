import type { Item } from '@malote/core/items/item.ts'
import type { ProtocolFacts } from '@malote/core/protocols/protocol-rules.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { Button } from '@mantine/core'
import { type ItemAction, itemActionsFor } from '../item-actions.ts'

interface ItemButtonsProps {
  viewer: Viewer
  protocol: ProtocolFacts
  item: Item
  today: CivilDate
  onAction: (action: ItemAction, item: Item) => void
}

/** The actions on an item as buttons, the same in its panel and in its dialog. */
export const ItemButtons = ({ viewer, protocol, item, today, onAction }: ItemButtonsProps) =>
  itemActionsFor(viewer, protocol, item, today).map(({ action, label, icon: Icon }, index) => (
    <Button
      key={action}
      variant={action === 'cancel' ? 'subtle' : index === 0 && action !== 'occurrence' ? 'filled' : 'default'}
      {...(action === 'cancel' ? { color: 'red' } : {})}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => onAction(action, item)}
    >
      {label}
    </Button>
  ))
