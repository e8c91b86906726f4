import type { User } from '@malote/core/users/user.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { forgetErrors, notifyError, notifySuccess } from '../../ui/toasts.ts'
import { deleteUser } from './users.api.ts'

interface DeleteUserDialogProps {
  isOpen: boolean
  user: User | null
  onClose: () => void
}

export function DeleteUserDialog({ isOpen, user, onClose }: DeleteUserDialogProps) {
  const { mutate, isPending } = useMutation(deleteUser(useQueryClient()))
  const confirm = () => {
    if (!user) return
    forgetErrors()
    mutate(user.id, {
      onSuccess: () => {
        notifySuccess('Usuário excluído com sucesso!')
        // The button that opened the dialog has gone with its row.
        document.getElementById('conteudo')?.focus({ preventScroll: true })
      },
      onError: (error) => notifyError(errorMessage(error, 'Erro ao excluir usuário. Tente novamente.')),
      onSettled: onClose,
    })
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Excluir Usuário"
      confirmLabel="Sim, excluir"
      cancelLabel="Não, cancelar"
      busyLabel="Excluindo..."
      isBusy={isPending}
      isDangerous
      onConfirm={confirm}
      onClose={onClose}
    >
      Tem certeza que deseja excluir o usuário "{user?.name}"? Esta ação não pode ser desfeita.
    </ConfirmDialog>
  )
}
