import type { NewUser, User } from '@malote/core/users/user.ts'
import { userEditWire } from '@malote/core/users/user.wire.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormProvider } from 'react-hook-form'
import { departmentsQuery } from '../../domain/catalogs/departments.api.ts'
import { useRegisterForm } from '../../domain/catalogs/use-register-form.ts'
import { readCreatedUser, saveUser } from '../../domain/users/users.api.ts'
import { showInPlace } from '../../lib/telling.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { DepartureWarning } from './departure-warning.tsx'
import type { Invited } from './invitation-dialog.tsx'
import { UserFields } from './user-fields.tsx'
import { type UserForm, userFormOf, userResolver } from './user-form.ts'
import { userWords } from './user-words.ts'

interface UserDialogProps {
  isOpen: boolean
  /** null for a new user. */
  user: User | null
  activeAdmins: number
  onInvited: (invited: Invited) => void
  onClose: () => void
}

/** Creates a user, followed by the invitation link, or edits one. */
export function UserDialog({ isOpen, user, activeAdmins, onInvited, onClose }: UserDialogProps) {
  const { data: departments = [] } = useQuery(departmentsQuery)
  const { form, dialog } = useRegisterForm<User, UserForm, NewUser>({
    row: user,
    formOf: userFormOf,
    resolver: userResolver,
    save: saveUser(useQueryClient()),
    wire: userEditWire,
    shownAs: { departmentId: (id) => departments.find((department) => String(department.id) === id)?.name },
    words: userWords,
    reValidateMode: 'onChange',
    isOpen,
    onSaved: (answer, { name, email, isActive }) => {
      if (user) return onClose()
      const { invitation, ...created } = readCreatedUser(answer)
      showInPlace()
      // The response may omit fields, so the form's values fill the dialog.
      onInvited({ user: { ...created, name, email, isActive }, invitation })
    },
    onClose,
  })
  return (
    <FormDialog {...dialog}>
      <FormProvider {...form}>
        <UserFields user={user} activeAdmins={activeAdmins} />
        {user && isOpen && <DepartureWarning user={user} />}
      </FormProvider>
    </FormDialog>
  )
}
