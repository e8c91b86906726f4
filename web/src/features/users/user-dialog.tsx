import type { NewUser, User } from '@malote/core/users/user.ts'
import { userEditWire } from '@malote/core/users/user.wire.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { errorMessage } from '../../lib/api-error.ts'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { forgetErrors, notifyError, notifySuccess } from '../../ui/toasts.ts'
import { DepartureWarning } from './departure-warning.tsx'
import type { Invited } from './use-user-dialogs.tsx'
import { UserFields } from './user-fields.tsx'
import { formOf, type UserForm, userResolver } from './user-form.ts'
import { userWords } from './user-words.ts'
import { createUser, editUser } from './users.api.ts'

interface UserDialogProps {
  isOpen: boolean
  /** null: a new person. */
  user: User | null
  activeAdmins: number
  onInvited: (invited: Invited) => void
  onClose: () => void
}

/** Takes somebody in, which ends with the link for them, or changes what is known of them. */
export function UserDialog({ isOpen, user, activeAdmins, onInvited, onClose }: UserDialogProps) {
  const queryClient = useQueryClient()
  const create = useMutation(createUser(queryClient))
  const edit = useMutation(editUser(queryClient))
  const form = useForm<UserForm, unknown, NewUser>({ resolver: userResolver, defaultValues: formOf(user) })
  const { formState, handleSubmit, setError } = form

  const failed = (fallback: string) => (error: unknown) => {
    if (showFieldErrors(error, userEditWire, setError)) return
    notifyError(errorMessage(error, fallback))
  }
  const save = handleSubmit((fields) => {
    forgetErrors()
    if (!user) {
      const onSuccess = ({ invitation, ...created }: User & Pick<Invited, 'invitation'>) =>
        onInvited({ user: { ...created, ...named(fields) }, invitation })
      return create.mutate(fields, { onSuccess, onError: failed(userWords.addFailed) })
    }
    const onSuccess = () => {
      notifySuccess(userWords.edited)
      onClose()
    }
    edit.mutate({ id: user.id, fields }, { onSuccess, onError: failed(userWords.editFailed) })
  })
  return (
    <FormDialog
      isOpen={isOpen}
      title={user ? userWords.edit : userWords.add}
      submitLabel="Salvar"
      isBusy={create.isPending || edit.isPending}
      isDirty={formState.isDirty}
      onSubmit={save}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <UserFields user={user} activeAdmins={activeAdmins} />
        {user && isOpen && <DepartureWarning user={user} />}
      </FormProvider>
    </FormDialog>
  )
}

/** A short answer still leaves a dialog that speaks of somebody. */
const named = ({ name, email, isActive }: NewUser) => ({ name, email, isActive })
