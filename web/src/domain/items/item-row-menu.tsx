import type { Item } from '@malote/core/items/item.ts'
import { IconEye } from '@tabler/icons-react'
import { ActionMenuItem, RowMenu } from '../../ui/action-menu.tsx'
import { itemActionsFor } from './item-actions.ts'
import type { ItemContext } from './item-context.ts'
import { itemName } from './item-name.ts'

interface ItemRowMenuProps {
  item: Item
  context: ItemContext
}

export const ItemRowMenu = (props: ItemRowMenuProps) => (
  <RowMenu label={`Ações do item ${itemName(props.item)}`} width={224}>
    <Entries {...props} />
  </RowMenu>
)

function Entries({ item, context }: ItemRowMenuProps) {
  const { viewer, protocol, onOpen, onAction } = context
  return (
    <>
      <ActionMenuItem icon={IconEye} onPress={() => onOpen(item.id)}>
        Ver detalhes
      </ActionMenuItem>
      {itemActionsFor(viewer, protocol, item, context).map(({ action, label, icon }) => (
        <ActionMenuItem
          key={action}
          icon={icon}
          isDangerous={action === 'cancel'}
          onPress={() => onAction(action, item)}
        >
          {label}
        </ActionMenuItem>
      ))}
    </>
  )
}
