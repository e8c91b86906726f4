import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import type { BulkDialogProps } from './bulk-dialog-props.ts'

const words = {
  return: {
    title: 'Confirmar Retorno em Massa',
    busy: 'Retornando...',
    one: 'O item será marcado como retornado:',
    several: 'Os itens serão marcados como retornados:',
  },
  complete: {
    title: 'Confirmar Conclusão em Massa',
    busy: 'Concluindo...',
    one: 'O item será marcado como concluído:',
    several: 'Os itens serão marcados como concluídos:',
  },
}

/** Asks before several items are marked as returned, or as completed. */
export function BulkConfirmDialog({ verb, items, ...props }: BulkDialogProps & { verb: keyof typeof words }) {
  const { isOpen, isBusy, concerned, onSubmit, onClose } = props
  const { title, busy, one, several } = words[verb]
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={title}
      confirmLabel="Confirmar"
      busyLabel={busy}
      isBusy={isBusy}
      onConfirm={() => onSubmit({})}
      onClose={onClose}
    >
      <p>{items.length === 1 ? one : several}</p>
      {concerned}
      <p>Esta ação não pode ser desfeita.</p>
    </ConfirmDialog>
  )
}
