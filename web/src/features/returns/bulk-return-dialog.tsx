import type { BulkResults } from '@malote/core/items/item.ts'
import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { itemName } from '../../domain/items/item-name.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import classes from './dialogs.module.css'
import { returnItems } from './returns.api.ts'

interface BulkReturnDialogProps {
  isOpen: boolean
  rows: readonly ReturnRow[]
  /** Called with the result of each item; some may have been refused. */
  onDone: (results: BulkResults) => void
  onClose: () => void
}

/** Asks for confirmation before marking several items as returned; may succeed for some items only. */
export function BulkReturnDialog({ isOpen, rows, onDone, onClose }: BulkReturnDialogProps) {
  const { mutate, isPending } = useMutation(returnItems(useQueryClient()))
  const confirm = () =>
    mutate(
      rows.map(({ id }) => id),
      { onSuccess: onDone, onSettled: onClose },
    )
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Confirmar Retorno em Massa"
      confirmLabel="Confirmar"
      busyLabel="Retornando..."
      isBusy={isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{rows.length === 1 ? 'O item será marcado como retornado:' : 'Os itens serão marcados como retornados:'}</p>
      <ul className={classes.items}>
        {rows.map((row) => (
          <li key={row.id}>
            {itemName(row)} <span className={classes.soft}>para {row.originDepartment || 'a origem'}</span>
          </li>
        ))}
      </ul>
      <p>Esta ação não pode ser desfeita.</p>
    </ConfirmDialog>
  )
}
