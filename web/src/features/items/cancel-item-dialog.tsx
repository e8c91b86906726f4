import type { Item } from '@malote/core/items/item.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '../../lib/api-error.ts'
import { notifySuccess } from '../../ui/toasts.ts'
import { CancelDialog } from '../protocols/actions/cancel-dialog.tsx'
import { itemName } from './item-name.ts'
import { changeItem } from './items.api.ts'

interface CancelItemDialogProps {
  isOpen: boolean
  item: Item
  onClose: () => void
}

export function CancelItemDialog({ isOpen, item, onClose }: CancelItemDialogProps) {
  const { mutate, isPending, error } = useMutation(changeItem(useQueryClient()))
  const cancel = (reason: string) => {
    const onSuccess = () => {
      notifySuccess('Item cancelado com sucesso!')
      onClose()
    }
    mutate({ item, verb: 'cancel', reason }, { onSuccess })
  }
  return (
    <CancelDialog
      isOpen={isOpen}
      title="Cancelar Item"
      text={`O item ${itemName(item)} será cancelado.`}
      submitLabel="Cancelar item"
      isBusy={isPending}
      error={error && errorMessage(error, 'Erro ao cancelar o item. Tente novamente.')}
      onSubmit={cancel}
      onClose={onClose}
    />
  )
}
