import { role } from '@malote/core/users/role.ts'
import type { User } from '@malote/core/users/user.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { DeleteDialog } from '../../domain/catalogs/delete-dialog.tsx'
import type { RegisterScreenProps } from '../../domain/catalogs/register-search.ts'
import { useDialogAddress } from '../../domain/catalogs/use-dialog-address.ts'
import { useOpenDialog } from '../../domain/catalogs/use-open-dialog.ts'
import { ResetDialog } from '../../domain/second-step/reset-part.ts'
import { deleteUser } from '../../domain/users/users.api.ts'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { AnonymizeDialog } from './anonymize-dialog.tsx'
import { EndSessionsDialog } from './end-sessions-dialog.tsx'
import { InvitationDialog, type Invited } from './invitation-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { UserDialog } from './user-dialog.tsx'
import type { UserActions } from './user-row-actions.tsx'
import { userWords } from './user-words.ts'

/** The actions on users, with their dialogs. */
export function useUserDialogs(users: readonly User[], { dialog, onDialog }: RegisterScreenProps) {
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
