import type { Item } from '@malote/core/items/item.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notifyError, notifySuccess } from '../../ui/toasts.ts'
import { itemName } from './item-name.ts'
import { changeItem } from './items.api.ts'

const words = {
  return: {
    title: 'Marcar como Retornado',
    busy: 'Retornando...',
    becomes: 'retornado',
    done: 'Item retornado com sucesso!',
    failed: 'Erro ao retornar o item. Tente novamente.',
  },
  complete: {
    title: 'Marcar como Concluído',
    busy: 'Concluindo...',
    becomes: 'concluído',
    done: 'Item concluído com sucesso!',
    failed: 'Erro ao concluir o item. Tente novamente.',
  },
}

interface ConfirmItemDialogProps {
  verb: 'return' | 'complete'
  isOpen: boolean
  item: Item
  onClose: () => void
}

export function ConfirmItemDialog({ verb, isOpen, item, onClose }: ConfirmItemDialogProps) {
  const { mutate, isPending } = useMutation(changeItem(useQueryClient()))
  const { title, busy, becomes, done, failed } = words[verb]
  const confirm = () =>
    mutate(
      { item, verb },
      {
        onSuccess: () => notifySuccess(done),
        onError: (error) => notifyError(errorMessage(error, failed)),
        onSettled: onClose,
      },
    )
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={title}
      confirmLabel="Confirmar"
      busyLabel={busy}
      isBusy={isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        O item {itemName(item)} será marcado como {becomes}.
      </p>
      <p>Esta ação não pode ser desfeita.</p>
    </ConfirmDialog>
  )
}
