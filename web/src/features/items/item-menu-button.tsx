import type { Item } from '@malote/core/items/item.ts'
import { itemName } from '../../domain/items/item-name.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { RowMenuButton } from '../../ui/row-menu-button.tsx'
import type { ItemContext } from './item-context.ts'

const ItemRowMenu = lazyPart(() => import('./item-row-menu.tsx'))

export function ItemMenuButton({ item, context }: { item: Item; context: ItemContext }) {
  return (
    <RowMenuButton label={`Ações do item ${itemName(item)}`}>
      {(menu) => <ItemRowMenu menu={menu} item={item} context={context} />}
    </RowMenuButton>
  )
}
