import type { Item } from '@malote/core/items/item.ts'
import { isAtDestination } from '@malote/core/protocols/protocol-rules.ts'
import { Box } from '@mantine/core'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { Neighbours } from '../../ui/freshness/neighbours.tsx'
import { useLast } from '../../ui/freshness/use-last.ts'
import { useIsRemovalOpen } from '../black-outs/removals.tsx'
import { ElsewhereNote } from './elsewhere-note.tsx'
import { itemActionsFor } from './item-actions.ts'
import { ItemButtons } from './item-buttons.tsx'
import type { ItemContext } from './item-context.ts'
import { ItemDetails } from './item-details.tsx'
import { ItemPath } from './item-path.tsx'

interface ItemPanelProps {
  /** null when the panel is closed. */
  item: Item | null
  context: ItemContext
  /** A dialog is open above the panel. */
  isCovered: boolean
  /** Shows another item. */
  onGo: (id: number) => void
  onClose: () => void
}

/** A side panel with an item's details and actions. */
export function ItemPanel({ item, context, isCovered: isUnderDialog, onGo, onClose }: ItemPanelProps) {
  const isRemovalOpen = useIsRemovalOpen()
  const isCovered = isUnderDialog || isRemovalOpen
  const shown = useLast(item)
  const { viewer, protocol, today, onResolve } = context
  const hasActions = shown !== null && itemActionsFor(viewer, protocol, shown, context).length > 0
  return (
    <SidePanel
      isOpen={item !== null}
      title="Detalhes do Item"
      isCovered={isCovered}
      onClose={onClose}
      footer={hasActions && <ItemButtons {...context} item={shown} />}
    >
      {shown && (
        <>
          <Neighbours
            ids={protocol.items.map(({ id }) => id)}
            current={shown.id}
            isCovered={item === null || isCovered}
            onGo={onGo}
          />
          <Box mb="md">
            <ItemPath item={shown} protocol={protocol} today={today} />
          </Box>
          <ElsewhereNote item={shown} protocol={protocol} />
          <ItemDetails
            protocol={protocol}
            item={shown}
            today={today}
            canAnswer={isAtDestination(viewer, protocol)}
            onResolve={onResolve}
          />
        </>
      )}
    </SidePanel>
  )
}
