import type { Item } from '@malote/core/items/item.ts'
import { IconEye } from '@tabler/icons-react'
import { RowMenu, RowMenuItem } from '../../ui/row-menu.tsx'
import { itemActionsFor, itemName } from './item-actions.ts'
import type { ItemContext } from './item-columns.tsx'

export function ItemRowMenu({ item, context }: { item: Item; context: ItemContext }) {
  const { viewer, protocol, onOpen, onAction } = context
  return (
    <RowMenu label={`Ações do item ${itemName(item)}`} width={224}>
      {(press) => (
        <>
          <RowMenuItem icon={IconEye} onClick={press(() => onOpen(item.id))}>
            Ver detalhes
          </RowMenuItem>
          {itemActionsFor(viewer, protocol, item).map(({ action, label, icon }) => (
            <RowMenuItem
              key={action}
              icon={icon}
              isDangerous={action === 'cancel'}
              onClick={press(() => onAction(action, item))}
            >
              {label}
            </RowMenuItem>
          ))}
        </>
      )}
    </RowMenu>
  )
}
