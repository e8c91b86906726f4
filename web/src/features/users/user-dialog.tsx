import { ownPath } from '@malote/core/shared/renamed.ts'
import type { NewUser, User } from '@malote/core/users/user.ts'
import { userEditWire } from '@malote/core/users/user.wire.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { errorMessage } from '../../lib/api-error.ts'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { forgetErrors, notifyError, notifySuccess } from '../../ui/toasts.ts'
import { DepartureWarning } from './departure-warning.tsx'
import type { Invited } from './use-user-dialogs.tsx'
import { UserFields } from './user-fields.tsx'
import { formOf, type UserForm, userResolver } from './user-form.ts'
import { createUser, editUser } from './users.api.ts'

interface UserDialogProps {
  isOpen: boolean
  /** null: a new person. */
  user: User | null
  activeAdmins: number
  onInvited: (invited: Invited) => void
  onClose: () => void
}

export function UserDialog({ isOpen, user, activeAdmins, onInvited, onClose }: UserDialogProps) {
  const queryClient = useQueryClient()
  const create = useMutation(createUser(queryClient))
  const edit = useMutation(editUser(queryClient))
  const form = useForm<UserForm, unknown, NewUser>({ resolver: userResolver, defaultValues: formOf(user) })
  const { formState, handleSubmit, setError, reset } = form
  useEffect(() => {
    if (isOpen) reset(formOf(user))
  }, [isOpen, user, reset])

  const failed = (fallback: string) => (error: unknown) => {
    const toField = (path: string) => ownPath(userEditWire, path)
    if (showFieldErrors(error, (field, { message }) => setError(field, { message }, { shouldFocus: true }), toField))
      return
    notifyError(errorMessage(error, fallback))
  }
  const save = handleSubmit((fields) => {
    forgetErrors()
    if (!user) {
      const onSuccess = ({ invitation, ...created }: User & Pick<Invited, 'invitation'>) =>
        onInvited({ user: { ...created, ...named(fields) }, invitation })
      return create.mutate(fields, { onSuccess, onError: failed('Erro ao adicionar usuário. Tente novamente.') })
    }
    const onSuccess = () => {
      notifySuccess('Usuário atualizado com sucesso!')
      onClose()
    }
    edit.mutate({ id: user.id, fields }, { onSuccess, onError: failed('Erro ao editar usuário. Tente novamente.') })
  })
  return (
    <FormDialog
      isOpen={isOpen}
      title={user ? 'Editar Usuário' : 'Novo Usuário'}
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
