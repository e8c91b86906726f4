import { assignFromReturns, type ReturnRow } from '@malote/core/returns/return-row.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, reasonOf } from '../../lib/api-error.ts'
import { itemName } from '../items/item-name.ts'
import { SelectUserDialog } from '../items/select-user-dialog.tsx'
import { assignRow } from './assign.api.ts'

interface AssignDialogProps {
  isOpen: boolean
  row: ReturnRow
  /** Called when somebody is assigned: the button that opened the dialog is gone then. */
  onDone: () => void
  onClose: () => void
}

/** Assigns an item as on the protocol's page, with this screen's own messages (contract 8.11). */
export default function AssignDialog({ isOpen, row, onDone, onClose }: AssignDialogProps) {
  const { mutate, isPending } = useMutation(assignRow(useQueryClient()))
  const assign = (userId: number) =>
    mutate(
      { item: row, userId },
      {
        onSuccess: () => {
          onDone()
          onClose()
        },
        onError: (error) => {
          // The item's state has changed, so the choice no longer applies.
          if (error instanceof ApiError && error.status === 409) onClose()
        },
      },
    )
  return (
    <SelectUserDialog
      kind="assign"
      isOpen={isOpen}
      protocolId={row.protocolId}
      title="Atribuir Usuário"
      isBusy={isPending}
      schema={assignFromReturns}
      failed={(error) => `Erro ao buscar usuários disponíveis: ${reasonOf(error)}`}
      onSubmit={assign}
      onClose={onClose}
    >
      {itemName(row)}, do protocolo #{row.protocolId}
    </SelectUserDialog>
  )
}
