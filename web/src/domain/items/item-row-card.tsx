import type { Item } from '@malote/core/items/item.ts'
import { DotLabel } from '../../ui/dot-label.tsx'
import { RowCard, RowLine } from '../../ui/table/row-card.tsx'
import { OpenOccurrences } from '../occurrences/open-occurrences.tsx'
import { DueDate, ItemBox, ItemLink, MoreTimeNote, Responsible } from './item-columns.tsx'
import type { ItemContext } from './item-context.ts'
import classes from './item-row-card.module.css'
import { ItemRowMenu } from './item-row-menu.tsx'
import { ItemStatusBadge } from './item-status-badge.tsx'
import { OriginalDate, wasExtended } from './original-date.tsx'
import { ReminderNote } from './reminder-note.tsx'
import { Whereabouts } from './whereabouts.tsx'

/** An item as a card, for phones. */
export function ItemRowCard({ item, context }: { item: Item; context: ItemContext }) {
  return (
    <RowCard
      head={
        <div className={classes.name}>
          {context.choice && (
            <span className={classes.box}>
              <ItemBox item={item} context={context} />
            </span>
          )}
          <ItemLink item={item} onOpen={context.onOpen} />
          <ItemStatusBadge status={item.status} />
          <OpenOccurrences count={item.openOccurrences} />
        </div>
      }
      menu={<ItemRowMenu item={item} context={context} />}
    >
      <RowLine>
        <span>{item.itemType}</span>
        {item.category && <DotLabel color={item.categoryColor ?? null}>{item.category}</DotLabel>}
      </RowLine>
      <RowLine>
        <Responsible item={item} />
        <DueDate item={item} today={context.today} />
      </RowLine>
      {wasExtended(item) && (
        <RowLine>
          <OriginalDate item={item} />
        </RowLine>
      )}
      {(item.forwardedTo ?? item.forwardedFrom) && (
        <RowLine>
          <Whereabouts item={item} />
        </RowLine>
      )}
      {item.extensionRequest && (
        <RowLine>
          <MoreTimeNote item={item} context={context} />
        </RowLine>
      )}
      {item.remindedAt && (
        <RowLine>
          <ReminderNote item={item} today={context.today} />
        </RowLine>
      )}
    </RowCard>
  )
}
