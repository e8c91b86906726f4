import { role } from '@malote/core/users/role.ts'
import type { User } from '@malote/core/users/user.ts'
import { Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { DeleteDialog } from '../../domain/catalogs/entry-dialogs.tsx'
import { useDialogAddress, useOpenDialog } from '../../domain/catalogs/use-entry-form.ts'
import type { CatalogScreenProps } from '../../domain/screens/searches.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { anonymizeUser, deleteUser, endSessions, inviteUser } from '../../domain/users/users.api.ts'
import { showInPlace } from '../../lib/telling.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { InvitationDialog, type Invited } from './invitation-dialog.tsx'
import type { UserActions } from './user-columns.tsx'
import { UserDialog } from './user-dialog.tsx'
import { userWords } from './user-filter.ts'

/** The actions on users, with their dialogs. */
export function useUserDialogs(users: readonly User[], { dialog, onDialog }: CatalogScreenProps) {
  const queryClient = useQueryClient()
  const { openDialog, opening, isOpen } = useOpenDialog(dialog, users)
  const address = useDialogAddress(dialog, onDialog)
  const invite = useDialog<User>()
  const ending = useDialog<{ user: User | null }>()
  const link = useDialog<Invited>()
  const reset = useDialog<User>()
  const anonymizing = useDialog<User>()
  const activeAdmins = users.filter((user) => user.role === role.admin && user.isActive).length
  const opener = useRef<Element | null>(null)
  const remembering =
    <Subject,>(openDialog: (subject: Subject) => void) =>
    (subject: Subject) => {
      opener.current = document.activeElement
      openDialog(subject)
    }
  const open: UserActions = {
    form: remembering((user) => address.open(user ? { open: 'edit', id: user.id } : { open: 'new' })),
    invite: remembering(invite.open),
    endSessions: (user) => ending.open({ user }),
    resetSecondStep: reset.open,
    anonymize: anonymizing.open,
    remove: ({ id }) => address.open({ open: 'delete', id }),
    activeAdmins,
  }

  const show = (invited: Invited) => {
    address.close()
    invite.close()
    link.open(invited)
  }
  const closeLink = () => {
    link.close()
    // The previous dialog has unmounted, so the focus returns to the button that opened that one.
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  const dialogs = (
    <>
      {openDialog && openDialog.what !== 'delete' && (
        <UserDialog
          key={opening}
          isOpen={isOpen}
          user={openDialog.row}
          activeAdmins={activeAdmins}
          onInvited={show}
          onClose={address.close}
        />
      )}
      <InviteDialog isOpen={invite.isOpen} user={invite.subject} onInvited={show} onClose={invite.close} />
      {openDialog?.what === 'delete' && (
        <DeleteDialog
          {...openDialog.row}
          isOpen={isOpen}
          words={userWords}
          remove={deleteUser(queryClient)}
          onClose={address.close}
        />
      )}
      <EndSessionsDialog isOpen={ending.isOpen} user={ending.subject?.user ?? null} onClose={ending.close} />
      <AnonymizeDialog isOpen={anonymizing.isOpen} user={anonymizing.subject} onClose={anonymizing.close} />
      {reset.subject && (
        <ResetDialog key={reset.opening} isOpen={reset.isOpen} user={reset.subject} onClose={reset.close} />
      )}
      <InvitationDialog isOpen={link.isOpen} invited={link.subject} onClose={closeLink} />
    </>
  )
  return { open, dialogs }
}

interface AnonymizeDialogProps {
  isOpen: boolean
  user: User | null
  onClose: () => void
}

/** Asks an Admin before the personal data of somebody who left are removed for good. */
function AnonymizeDialog({ isOpen, user, onClose }: AnonymizeDialogProps) {
  const { mutate, isPending } = useMutation(anonymizeUser(useQueryClient()))
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Remover dados pessoais"
      confirmLabel="Remover para sempre"
      busyLabel="Removendo..."
      isBusy={isPending}
      isDangerous
      onConfirm={() => user && mutate(user, { onSettled: onClose })}
      onClose={onClose}
    >
      <Stack gap="sm">
        <p>
          Remover os dados pessoais de {user?.name}? O nome vira “Pessoa removida {user?.id}”, e e-mail, telefone,
          senha, verificação em duas etapas, sessões, redes e notificações são apagados. Não há como desfazer.
        </p>
        <p>
          Os protocolos, os comentários e o histórico continuam: são o registro de custódia, e os textos do histórico
          mantêm o nome de quem praticou cada ato.
        </p>
      </Stack>
    </ConfirmDialog>
  )
}

interface EndSessionsDialogProps {
  isOpen: boolean
  /** Whose sessions end; null for everybody's. */
  user: User | null
  onClose: () => void
}

function EndSessionsDialog({ isOpen, user, onClose }: EndSessionsDialogProps) {
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

interface InviteDialogProps {
  isOpen: boolean
  user: User | null
  onInvited: (invited: Invited) => void
  onClose: () => void
}

/** Asks for confirmation, because a new link invalidates the earlier ones. */
function InviteDialog({ isOpen, user, onInvited, onClose }: InviteDialogProps) {
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

/** The dialog in which an Admin resets somebody's second step; loaded when it is opened. */
const ResetDialog = lazyPart(async () => ({
  default: (await import('../../domain/second-step/dialogs.ts')).ResetDialog,
}))
