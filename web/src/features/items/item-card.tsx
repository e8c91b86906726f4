import type { Item } from '@malote/core/items/item.ts'
import { DotLabel } from '../../ui/dot-label.tsx'
import classes from './item-card.module.css'
import { DueDate, type ItemContext, ItemLink, Responsible } from './item-columns.tsx'
import { ItemMenuButton } from './item-menu-button.tsx'
import { ItemStatusBadge } from './item-status-badge.tsx'

/** An item on a phone. */
export function ItemCard({ item, context }: { item: Item; context: ItemContext }) {
  return (
    <div className={classes.card}>
      <div className={classes.name}>
        <ItemLink item={item} onOpen={context.onOpen} />
        <ItemStatusBadge status={item.status} />
      </div>
      <div className={classes.menu}>
        <ItemMenuButton item={item} context={context} />
      </div>
      <div className={classes.line}>
        <span>{item.itemType}</span>
        {item.category && <DotLabel color={item.categoryColor ?? null}>{item.category}</DotLabel>}
      </div>
      <div className={classes.line}>
        <Responsible item={item} />
        <DueDate item={item} today={context.today} />
      </div>
    </div>
  )
}
