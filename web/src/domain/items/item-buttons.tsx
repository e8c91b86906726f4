import type { Item } from '@malote/core/items/item.ts'
import type { ProtocolFacts } from '@malote/core/protocols/protocol-rules.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { Button } from '@mantine/core'
import { type ActionDays, type ItemAction, itemActionsFor } from './item-actions.ts'

interface ItemButtonsProps extends ActionDays {
  viewer: Viewer
  protocol: ProtocolFacts
  item: Item
  onAction: (action: ItemAction, item: Item) => void
}

/** The actions on an item as buttons, the same in its panel and in its dialog. */
export function ItemButtons({ viewer, protocol, item, onAction, ...days }: ItemButtonsProps) {
  const actions = itemActionsFor(viewer, protocol, item, days)
  const canAnswer = actions.some(({ action }) => action === 'answer')
  // One of the three answers asks for more time.
  const shown = actions.filter(({ action }) => action !== 'moreTime' || !canAnswer)
  return shown.map(({ action, label, icon: Icon }, index) => (
    <Button
      key={action}
      variant={action === 'cancel' ? 'subtle' : index === 0 && !secondary.includes(action) ? 'filled' : 'default'}
      {...(action === 'cancel' ? { color: 'red' } : {})}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => onAction(action, item)}
    >
      {label}
    </Button>
  ))
}

/** Actions that are never the one that the item waits for. */
const secondary: readonly ItemAction[] = ['occurrence', 'moreTime']
