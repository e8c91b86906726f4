import { assignFromReturns, type ReturnRow } from '@malote/core/returns/return-row.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../lib/api-error.ts'
import { notifyError, notifySuccess } from '../../ui/toasts.ts'
import { itemName } from '../items/item-name.ts'
import { assignItem } from '../items/items.api.ts'
import { SelectUserDialog } from '../items/select-user-dialog.tsx'
import { keepRows, reasonOf } from './returns.api.ts'

interface AssignDialogProps {
  isOpen: boolean
  row: ReturnRow
  onClose: () => void
}

/** Like assigning in the detail of a protocol, in this screen's own words (SPEC 8 "Assign (returns)"). */
export function AssignDialog({ isOpen, row, onClose }: AssignDialogProps) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation(assignItem(queryClient))
  const assign = (userId: number) =>
    mutate(
      { item: row, userId },
      {
        onSuccess: (name) => {
          const answersFor = { responsibleId: userId, responsible: name ?? null }
          keepRows(queryClient, (known) => (known.id === row.id ? { ...known, ...answersFor } : known))
          notifySuccess('Usuário atribuído com sucesso!')
          onClose()
        },
        onError: (error) => {
          notifyError(`Erro ao atribuir usuário: ${reasonOf(error)}`)
          // The item has moved on: who is to be chosen is no longer the question.
          if (error instanceof ApiError && error.status === 409) onClose()
        },
      },
    )
  return (
    <SelectUserDialog
      isOpen={isOpen}
      protocolId={row.protocolId}
      title="Atribuir Usuário"
      submitLabel="Atribuir"
      busyLabel="Atribuindo..."
      isBusy={isPending}
      nobody="Não há usuários disponíveis neste departamento."
      schema={assignFromReturns}
      failed={(error) => `Erro ao buscar usuários disponíveis: ${reasonOf(error)}`}
      onSubmit={assign}
      onClose={onClose}
    >
      {itemName(row)}, do protocolo #{row.protocolId}
    </SelectUserDialog>
  )
}
