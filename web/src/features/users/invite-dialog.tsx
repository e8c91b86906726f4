import type { User } from '@malote/core/users/user.ts'
import { useMutation } from '@tanstack/react-query'
import { inviteUser } from '../../domain/users/users.api.ts'
import { showInPlace } from '../../lib/telling.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { Invited } from './invitation-dialog.tsx'

interface InviteDialogProps {
  isOpen: boolean
  user: User | null
  onInvited: (invited: Invited) => void
  onClose: () => void
}

/** Asks for confirmation, because a new link invalidates the earlier ones. */
export function InviteDialog({ isOpen, user, onInvited, onClose }: InviteDialogProps) {
  const { mutate, isPending } = useMutation(inviteUser)
  const confirm = () => {
    if (!user) return
    mutate(user.id, {
      onSuccess: (invitation) => {
        showInPlace()
        onInvited({ user, invitation })
      },
      onError: onClose,
    })
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Novo convite"
      confirmLabel="Gerar convite"
      busyLabel="Gerando..."
      isBusy={isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Gerar um novo link para {user?.name} escolher a senha? Os links anteriores deixam de valer.</p>
      {user && !user.firstAccess && <p>A senha atual continua valendo até que a nova seja escolhida.</p>}
    </ConfirmDialog>
  )
}
