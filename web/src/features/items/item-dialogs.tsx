import type { Item } from '@malote/core/items/item.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { useMounted } from '@mantine/hooks'
import { BulkAssignDialog } from './bulk-assign-dialog.tsx'
import { CancelItemDialog } from './cancel-item-dialog.tsx'
import { ConfirmItemDialog } from './confirm-item-dialog.tsx'
import { DueDateDialog } from './due-date-dialog.tsx'
import { HandoverDialog } from './handover-dialog.tsx'
import type { ItemAction } from './item-actions.ts'

/** What is asked, and about which items. */
export type Asking = { action: ItemAction; item: Item } | { action: 'assignSeveral'; items: readonly Item[] }

interface ItemDialogsProps {
  protocolId: number
  asking: Asking
  isOpen: boolean
  today: CivilDate
  onClose: () => void
}

/** One dialog for each action; loaded when the first one is asked for. */
export default function ItemDialogs({ protocolId, asking, isOpen, today, onClose }: ItemDialogsProps) {
  // A dialog remembers where the focus was when it opens, not when it is born open.
  const isReady = useMounted()
  const isAsked = (action: Asking['action']) => isReady && isOpen && asking.action === action
  const item = asking.action === 'assignSeveral' ? null : asking.item
  const about = { protocolId, item, onClose }
  return (
    <>
      <ConfirmItemDialog verb="return" isOpen={isAsked('return')} {...about} />
      <ConfirmItemDialog verb="complete" isOpen={isAsked('complete')} {...about} />
      <CancelItemDialog isOpen={isAsked('cancel')} {...about} />
      <HandoverDialog kind="assign" isOpen={isAsked('assign')} {...about} />
      <HandoverDialog kind="transfer" isOpen={isAsked('transfer')} {...about} />
      <DueDateDialog today={today} isOpen={isAsked('dueDate')} {...about} />
      <BulkAssignDialog
        isOpen={isAsked('assignSeveral')}
        protocolId={protocolId}
        items={asking.action === 'assignSeveral' ? asking.items : []}
        onClose={onClose}
      />
    </>
  )
}
