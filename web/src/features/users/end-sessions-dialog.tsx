import type { User } from '@malote/core/users/user.ts'
import { useMutation } from '@tanstack/react-query'
import { useViewer } from '../../domain/session/session.tsx'
import { endSessions } from '../../domain/users/users.api.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

interface EndSessionsDialogProps {
  isOpen: boolean
  /** Whose sessions end; null for everybody's. */
  user: User | null
  onClose: () => void
}

export function EndSessionsDialog({ isOpen, user, onClose }: EndSessionsDialogProps) {
  const { mutate, isPending } = useMutation(endSessions)
  const viewer = useViewer()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={user ? 'Encerrar sessões' : 'Encerrar as sessões de todos'}
      confirmLabel={user ? 'Encerrar sessões' : 'Encerrar todas'}
      busyLabel="Encerrando..."
      isBusy={isPending}
      isDangerous
      onConfirm={() => mutate(user, { onSettled: onClose })}
      onClose={onClose}
    >
      <Question user={user} isOwn={user?.id === viewer.id} />
    </ConfirmDialog>
  )
}

function Question({ user, isOwn }: { user: User | null; isOwn: boolean }) {
  if (isOwn) return <p>Encerrar todas as suas outras sessões? Esta continua aberta.</p>
  if (user) {
    return <p>Encerrar todas as sessões de {user.name}? Essa pessoa precisará entrar de novo em cada dispositivo.</p>
  }
  return (
    <p>Encerrar as sessões de todas as pessoas? Todas precisarão entrar de novo; só esta sua sessão continua aberta.</p>
  )
}
