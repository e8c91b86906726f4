import type { Item } from '@malote/core/items/item.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '../../lib/api-error.ts'
import { notifySuccess } from '../../ui/toasts.ts'
import { CancelDialog } from '../protocols/actions/cancel-dialog.tsx'
import { itemName } from './item-actions.ts'
import { changeItem } from './items.api.ts'

interface CancelItemDialogProps {
  isOpen: boolean
  item: Item | null
  onClose: () => void
}

export function CancelItemDialog({ isOpen, item, onClose }: CancelItemDialogProps) {
  const { mutate, isPending, error, reset } = useMutation(changeItem(useQueryClient()))
  const close = () => {
    reset()
    onClose()
  }
  const cancel = (reason: string) => {
    if (!item) return
    const onSuccess = () => {
      notifySuccess('Item cancelado com sucesso!')
      close()
    }
    mutate({ item, verb: 'cancel', reason }, { onSuccess })
  }
  return (
    <CancelDialog
      isOpen={isOpen}
      title="Cancelar Item"
      text={`O item ${item ? itemName(item) : ''} será cancelado.`}
      submitLabel="Cancelar item"
      isBusy={isPending}
      error={error && errorMessage(error, 'Erro ao cancelar o item. Tente novamente.')}
      onSubmit={cancel}
      onClose={close}
    />
  )
}
