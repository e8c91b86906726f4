import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import type { BulkDialogProps } from './bulk-dialog-props.ts'

const words = {
  return: {
    title: 'Confirmar Retorno em Massa',
    busy: 'Retornando...',
    one: 'O item será marcado como retornado:',
    several: 'Os itens serão marcados como retornados:',
    none: 'Não há o que retornar em massa. Para retornar um item que apareceu, use Marcar como Retornado nele.',
  },
  complete: {
    title: 'Confirmar Conclusão em Massa',
    busy: 'Concluindo...',
    one: 'O item será marcado como concluído:',
    several: 'Os itens serão marcados como concluídos:',
    none: 'Não há o que concluir em massa. Para concluir um item que apareceu, use Marcar como Concluído nele.',
  },
}

/** Asks before several items are marked as returned, or as completed. */
export function BulkConfirmDialog({ verb, items, ...props }: BulkDialogProps & { verb: keyof typeof words }) {
  const { isOpen, isBusy, concerned, onSubmit, onClose } = props
  const { title, busy, one, several, none } = words[verb]
  const isAny = items.length > 0
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={title}
      confirmLabel="Confirmar"
      busyLabel={busy}
      isBusy={isBusy}
      refusal={isAny ? null : none}
      onConfirm={() => onSubmit({})}
      onClose={onClose}
    >
      {isAny && <p>{items.length === 1 ? one : several}</p>}
      {concerned}
      {isAny && <p>Esta ação não pode ser desfeita.</p>}
    </ConfirmDialog>
  )
}
