import { type Handover, SelectUserDialog } from '../select-user-dialog.tsx'
import type { BulkDialogProps } from './bulk-dialog-props.ts'

const titles = { assign: 'Atribuir em massa', transfer: 'Tramitar itens' } as const satisfies Record<Handover, string>

/** Gives several items to one person of the viewer's department, which is the destination of all of them. */
export function BulkHandoverDialog({ kind, items, ...props }: BulkDialogProps & { kind: Handover }) {
  const { isOpen, isBusy, concerned, onSubmit, onClose } = props
  const [first] = items
  const present = new Set(items.map(({ responsibleId }) => responsibleId))
  return (
    <SelectUserDialog
      kind={kind}
      isOpen={isOpen}
      protocolId={first?.protocolId ?? 0}
      title={titles[kind]}
      isBusy={isBusy}
      // Somebody who answers for all of them is no choice.
      excludedId={present.size === 1 ? first?.responsibleId : null}
      onSubmit={(userId) => onSubmit({ userId })}
      onClose={onClose}
    >
      {concerned}
    </SelectUserDialog>
  )
}
