import { SelectUserDialog } from '../select-user-dialog.tsx'
import type { BulkDialogProps } from './bulk-dialog-props.ts'

const words = {
  assign: {
    title: 'Atribuir em massa',
    submit: 'Atribuir',
    busy: 'Atribuindo...',
    nobody: 'Não há usuários disponíveis neste departamento.',
  },
  transfer: {
    title: 'Tramitar itens',
    submit: 'Tramitar',
    busy: 'Tramitando...',
    nobody: 'Não há outros usuários disponíveis para tramitação neste departamento.',
  },
}

/** Gives several items to one person of the viewer's department, which is the destination of all of them. */
export function BulkHandoverDialog({ kind, items, ...props }: BulkDialogProps & { kind: keyof typeof words }) {
  const { isOpen, isBusy, concerned, onSubmit, onClose } = props
  const { title, submit, busy, nobody } = words[kind]
  const [first] = items
  const present = new Set(items.map(({ responsibleId }) => responsibleId))
  return (
    <SelectUserDialog
      isOpen={isOpen}
      protocolId={first?.protocolId ?? 0}
      title={title}
      submitLabel={submit}
      busyLabel={busy}
      isBusy={isBusy}
      // Somebody who answers for all of them is no choice.
      excludedId={present.size === 1 ? first?.responsibleId : null}
      nobody={nobody}
      onSubmit={(userId) => onSubmit({ userId })}
      onClose={onClose}
    >
      {concerned}
    </SelectUserDialog>
  )
}
