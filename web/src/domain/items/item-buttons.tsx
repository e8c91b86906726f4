import type { Item } from '@malote/core/items/item.ts'
import type { Occurrence } from '@malote/core/occurrences/occurrence.ts'
import type { ProtocolFacts } from '@malote/core/protocols/protocol-rules.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { usePendingCalls } from '../../lib/use-pending-calls.ts'
import { ActionMenuItem, RowMenu } from '../../ui/action-menu.tsx'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useToday } from '../organisation/config.ts'
import { remindOne } from './bulk/bulk.api.ts'
import { type ActionDays, type ItemAction, itemActionsFor } from './item-actions.ts'
import type { ItemContext } from './item-context.ts'
import type { OpenItemDialog } from './item-dialogs.tsx'
import { itemName } from './item-name.ts'

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
  return shown.map(({ action, label, icon: Icon, refusal }, index) => (
    <Button
      key={action}
      variant={action === 'cancel' ? 'subtle' : index === 0 && !secondary.includes(action) ? 'filled' : 'default'}
      {...(action === 'cancel' ? { color: 'red' } : {})}
      {...(refusal && { 'aria-disabled': true, 'data-disabled': true, 'aria-description': refusal, title: refusal })}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => !refusal && onAction(action, item)}
    >
      {label}
    </Button>
  ))
}

/** Actions that are never the one that the item waits for. */
const secondary: readonly ItemAction[] = ['occurrence', 'moreTime']

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
      {itemActionsFor(viewer, protocol, item, context).map(({ action, label, icon, refusal }) => (
        <ActionMenuItem
          key={action}
          icon={icon}
          isDangerous={action === 'cancel'}
          refusal={refusal}
          onPress={() => onAction(action, item)}
        >
          {label}
        </ActionMenuItem>
      ))}
    </>
  )
}

const ItemDialogs = lazyPart(() => import('./item-dialogs.tsx'))

/** All actions on items; each opens a dialog, except *Cobrar*, which takes one press. */
export function useItemActions() {
  const today = useToday()
  const reminder = remindOne(useQueryClient())
  const { mutate: remind } = useMutation(reminder)
  const reminding = usePendingCalls(reminder)
  const { subject, isOpen, opening, open, close } = useDialog<OpenItemDialog>()
  const dialogs = subject && (
    <ItemDialogs
      key={opening}
      protocolId={subject.protocolId}
      open={subject}
      isOpen={isOpen}
      today={today}
      onClose={close}
    />
  )
  return {
    run: (action: ItemAction, item: Item) => {
      if (action !== 'remind') return open({ action, item, protocolId: item.protocolId })
      if (!reminding.includes(item.id)) remind(item.id)
    },
    forward: (items: readonly Item[], protocolId: number) => open({ action: 'forward', items, protocolId }),
    assignSeveral: (items: readonly Item[], protocolId: number) => open({ action: 'assignSeveral', items, protocolId }),
    resolve: (occurrence: Occurrence) => open({ action: 'resolve', occurrence, protocolId: occurrence.protocolId }),
    dialogs,
    isDialogOpen: isOpen,
  }
}
