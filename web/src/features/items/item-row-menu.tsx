import type { Item } from '@malote/core/items/item.ts'
import { IconEye } from '@tabler/icons-react'
import { RowMenu, RowMenuItem } from '../../ui/row-menu.tsx'
import type { RowMenuState } from '../../ui/use-row-menu.ts'
import { itemActionsFor } from './item-actions.ts'
import type { ItemContext } from './item-context.ts'

interface ItemRowMenuProps {
  menu: RowMenuState
  item: Item
  context: ItemContext
}

/** Loaded when the first one is opened. */
export default function ItemRowMenu({ menu, item, context }: ItemRowMenuProps) {
  const { viewer, protocol, onOpen, onAction } = context
  return (
    <RowMenu menu={menu} width={224}>
      <RowMenuItem menu={menu} icon={IconEye} onPress={() => onOpen(item.id)}>
        Ver detalhes
      </RowMenuItem>
      {itemActionsFor(viewer, protocol, item).map(({ action, label, icon }) => (
        <RowMenuItem
          key={action}
          menu={menu}
          icon={icon}
          isDangerous={action === 'cancel'}
          onPress={() => onAction(action, item)}
        >
          {label}
        </RowMenuItem>
      ))}
    </RowMenu>
  )
}
