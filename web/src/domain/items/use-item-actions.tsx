import type { Item } from '@malote/core/items/item.ts'
import type { Occurrence } from '@malote/core/occurrences/occurrence.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { usePendingCalls } from '../../lib/use-pending-calls.ts'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useToday } from '../organisation/use-today.ts'
import { remindOne } from './bulk/bulk.api.ts'
import type { ItemAction } from './item-actions.ts'
import type { OpenItemDialog } from './item-dialogs.tsx'

const ItemDialogs = lazyPart(() => import('./item-dialogs.tsx'))

/** All actions on a protocol's items; each opens a dialog, except *Cobrar*, which takes one press. */
export function useItemActions(protocolId: number) {
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
      if (action !== 'remind') return open({ action, item, protocolId })
      if (!reminding.includes(item.id)) remind(item.id)
    },
    forward: (items: readonly Item[]) => open({ action: 'forward', items, protocolId }),
    assignSeveral: (items: readonly Item[]) => open({ action: 'assignSeveral', items, protocolId }),
    resolve: (occurrence: Occurrence) => open({ action: 'resolve', occurrence, protocolId }),
    dialogs,
    isDialogOpen: isOpen,
  }
}
