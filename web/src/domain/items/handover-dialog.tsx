import type { Item } from '@malote/core/items/item.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../lib/api-error.ts'
import { itemName } from './item-name.ts'
import { assignItem, transferItem } from './items.api.ts'
import { type Handover, SelectUserDialog } from './select-user-dialog.tsx'

const titles = { assign: 'Atribuir usuário', transfer: 'Tramitar Item' } as const satisfies Record<Handover, string>

interface HandoverDialogProps {
  kind: Handover
  protocolId: number
  isOpen: boolean
  item: Item
  refusal: string | null
  onClose: () => void
}

/** Assigns an item to a user, or transfers it to another one. */
export function HandoverDialog({ kind, protocolId, isOpen, item, refusal, onClose }: HandoverDialogProps) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation(kind === 'assign' ? assignItem(queryClient) : transferItem(queryClient))
  const handOver = (userId: number) =>
    mutate(
      { item, userId },
      {
        onSuccess: onClose,
        onError: (error) => {
          // The item's state has changed, so the choice no longer applies.
          if (error instanceof ApiError && error.status === 409) onClose()
        },
      },
    )
  return (
    <SelectUserDialog
      kind={kind}
      isOpen={isOpen}
      protocolId={protocolId}
      title={titles[kind]}
      isBusy={isPending}
      refusal={refusal}
      excludedId={kind === 'transfer' ? item.responsibleId : null}
      onSubmit={handOver}
      onClose={onClose}
    >
      {itemName(item)}
      {item.responsible && <> está com {item.responsible}.</>}
    </SelectUserDialog>
  )
}
