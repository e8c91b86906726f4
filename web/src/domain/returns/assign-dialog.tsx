import { assignFromReturns, type ReturnRow } from '@malote/core/returns/return-row.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, reasonOf } from '../../lib/api-error.ts'
import { telling } from '../../lib/telling.ts'
import { itemName } from '../items/item-name.ts'
import { assignItem, type Handover } from '../items/items.api.ts'
import { SelectUserDialog } from '../items/select-user-dialog.tsx'
import { keepRows } from './returns.api.ts'

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

/** As on the protocol's page, with this screen's own messages (contract 8.11). */
const assignRow = (queryClient: QueryClient) =>
  telling(
    {
      ...assignItem(queryClient),
      onSuccess: (name: string | undefined, { item, userId }: Handover) => {
        const answersFor = { responsibleId: userId, responsible: name ?? null }
        keepRows(queryClient, (row) => (row.id === item.id ? { ...row, ...answersFor } : row))
      },
    },
    {
      success: 'Usuário atribuído com sucesso!',
      failure: (error) => `Erro ao atribuir usuário: ${reasonOf(error)}`,
    },
  )
