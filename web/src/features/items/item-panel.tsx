import type { Item } from '@malote/core/items/item.ts'
import { Box, Button } from '@mantine/core'
import { ItemPath } from '../../domain/items/item-path.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { useLast } from '../../ui/use-last.ts'
import { type ItemAction, itemActionsFor } from './item-actions.ts'
import type { ItemContext } from './item-context.ts'
import { ItemDetails } from './public/item-details.tsx'

interface ItemPanelProps {
  /** null when the panel is closed. */
  item: Item | null
  context: ItemContext
  /** A dialog is open above the panel. */
  isCovered: boolean
  onClose: () => void
}

/** A side panel with an item's details and actions. */
export function ItemPanel({ item, context, isCovered, onClose }: ItemPanelProps) {
  const shown = useLast(item)
  const { viewer, protocol, onAction } = context
  const actions = shown ? itemActionsFor(viewer, protocol, shown) : []
  return (
    <SidePanel
      isOpen={item !== null}
      title="Detalhes do Item"
      isCovered={isCovered}
      onClose={onClose}
      footer={
        actions.length > 0 && <Actions actions={actions} onPress={(action) => shown && onAction(action, shown)} />
      }
    >
      {shown && (
        <>
          <Box mb="md">
            <ItemPath item={shown} protocol={protocol} today={context.today} />
          </Box>
          <ItemDetails item={shown} today={context.today} />
        </>
      )}
    </SidePanel>
  )
}

interface ActionsProps {
  actions: ReturnType<typeof itemActionsFor>
  onPress: (action: ItemAction) => void
}

function Actions({ actions, onPress }: ActionsProps) {
  return actions.map(({ action, label, icon: Icon }, index) => (
    <Button
      key={action}
      variant={action === 'cancel' ? 'subtle' : index === 0 ? 'filled' : 'default'}
      {...(action === 'cancel' ? { color: 'red' } : {})}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => onPress(action)}
    >
      {label}
    </Button>
  ))
}
