import type { Item } from '@malote/core/items/item.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { Suspense } from 'react'
import { useToday } from '../../domain/organisation/use-today.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useDialog } from '../../ui/use-dialog.ts'
import type { ItemAction } from './item-actions.ts'
import type { OpenItemDialog } from './item-dialogs.tsx'

const ItemDialogs = lazyPart(() => import('./item-dialogs.tsx'))

/** All actions on a protocol's items; each opens a dialog. */
export function useItemActions({ id }: ProtocolDetail) {
  const today = useToday()
  const { subject, isOpen, opening, open, close } = useDialog<OpenItemDialog>()
  const dialogs = subject && (
    <Suspense fallback={null}>
      <ItemDialogs key={opening} protocolId={id} open={subject} isOpen={isOpen} today={today} onClose={close} />
    </Suspense>
  )
  return {
    run: (action: ItemAction, item: Item) => open({ action, item }),
    assignSeveral: (items: readonly Item[]) => open({ action: 'assignSeveral', items }),
    dialogs,
    isDialogOpen: isOpen,
  }
}
