import type { Item } from '@malote/core/items/item.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '../../lib/api-error.ts'
import { showInPlace } from '../../lib/telling.ts'
import { CancelDialog } from '../protocols/cancel-dialog.tsx'
import { itemName } from './item-name.ts'
import { changeItem, itemCancellationFailed } from './items.api.ts'

interface CancelItemDialogProps {
  isOpen: boolean
  item: Item
  refusal: string | null
  onClose: () => void
}

export function CancelItemDialog({ isOpen, item, refusal, onClose }: CancelItemDialogProps) {
  const { mutate, isPending, error } = useMutation(changeItem(useQueryClient(), 'cancel'))
  const cancel = (reason: string) => mutate({ item, reason }, { onSuccess: onClose, onError: showInPlace })
  return (
    <CancelDialog
      isOpen={isOpen}
      title="Cancelar Item"
      text={`O item ${itemName(item)} será cancelado.`}
      submitLabel="Cancelar item"
      isBusy={isPending}
      refusal={refusal}
      error={error && errorMessage(error, itemCancellationFailed)}
      onSubmit={cancel}
      onClose={onClose}
    />
  )
}
