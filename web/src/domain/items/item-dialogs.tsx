import type { Item } from '@malote/core/items/item.ts'
import type { Occurrence } from '@malote/core/occurrences/occurrence.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import RequestDialogs from '../due-dates/requests/request-dialogs.tsx'
import { OpenOccurrenceDialog } from '../occurrences/open-occurrence-dialog.tsx'
import ResolveDialog from '../occurrences/resolve-dialog.tsx'
import { BulkAssignDialog } from './bulk-assign-dialog.tsx'
import { CancelItemDialog } from './cancel-item-dialog.tsx'
import { ConfirmItemDialog } from './confirm-item-dialog.tsx'
import { DueDateDialog } from './due-date-dialog.tsx'
import { ForwardDialog } from './forward/forward-dialog.tsx'
import { HandoverDialog } from './handover-dialog.tsx'
import type { ItemAction } from './item-actions.ts'
import { useOvertakenItem } from './use-overtaken-item.ts'

/** The open dialog and its items. */
export type OpenItemDialog = { protocolId: number } & (
  | { action: Exclude<ItemAction, 'remind'>; item: Item }
  | { action: 'assignSeveral'; items: readonly Item[] }
  | { action: 'resolve'; occurrence: Occurrence }
  | { action: 'forward'; items: readonly Item[] }
)

interface ItemDialogsProps {
  protocolId: number
  open: OpenItemDialog
  isOpen: boolean
  today: CivilDate
  onClose: () => void
}

/** One dialog per action; loaded when the first one opens. */
export default function ItemDialogs({ protocolId, open, today, ...dialog }: ItemDialogsProps) {
  const refusal = useOvertakenItem(protocolId, 'item' in open ? open : null, dialog.isOpen)
  switch (open.action) {
    case 'return':
    case 'complete':
      return <ConfirmItemDialog verb={open.action} item={open.item} refusal={refusal} {...dialog} />
    case 'cancel':
      return <CancelItemDialog item={open.item} refusal={refusal} {...dialog} />
    case 'assign':
    case 'transfer':
      return (
        <HandoverDialog kind={open.action} protocolId={protocolId} item={open.item} refusal={refusal} {...dialog} />
      )
    case 'dueDate':
      return <DueDateDialog item={open.item} today={today} refusal={refusal} {...dialog} />
    case 'answer':
    case 'moreTime':
    case 'decide':
      return <RequestDialogs action={open.action} item={open.item} today={today} {...dialog} />
    case 'occurrence':
      return <OpenOccurrenceDialog item={open.item} refusal={refusal} {...dialog} />
    case 'resolve':
      return <ResolveDialog occurrence={open.occurrence} {...dialog} />
    case 'forward':
      return <ForwardDialog protocolId={protocolId} itemIds={open.items.map(({ id }) => id)} {...dialog} />
    case 'assignSeveral':
      return <BulkAssignDialog protocolId={protocolId} items={open.items} {...dialog} />
  }
}
