import type { Item } from '@malote/core/items/item.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { itemName } from './item-name.ts'
import { changeItem } from './items.api.ts'

const words = {
  return: {
    title: 'Marcar como Retornado',
    busy: 'Retornando...',
    becomes: 'retornado',
  },
  complete: {
    title: 'Marcar como Concluído',
    busy: 'Concluindo...',
    becomes: 'concluído',
  },
}

interface ConfirmItemDialogProps {
  verb: 'return' | 'complete'
  isOpen: boolean
  item: Item
  refusal: string | null
  onClose: () => void
}

export function ConfirmItemDialog({ verb, isOpen, item, refusal, onClose }: ConfirmItemDialogProps) {
  const { mutate, isPending } = useMutation(changeItem(useQueryClient(), verb))
  const { title, busy, becomes } = words[verb]
  const confirm = () => mutate({ item }, { onSettled: onClose })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={title}
      confirmLabel="Confirmar"
      busyLabel={busy}
      isBusy={isPending}
      refusal={refusal}
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
