import type { NewUser, User } from '@malote/core/users/user.ts'
import { userEditWire } from '@malote/core/users/user.wire.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { useOvertaken } from '../../domain/registers/use-overtaken.tsx'
import { useDraft } from '../../domain/session/use-draft.ts'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { showInPlace } from '../../lib/telling.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { forgetErrors } from '../../ui/toasts.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { departmentsQuery } from '../departments/public/departments.api.ts'
import { DepartureWarning } from './departure-warning.tsx'
import type { Invited } from './invitation-dialog.tsx'
import { UserFields } from './user-fields.tsx'
import { formOf, type UserForm, userResolver } from './user-form.ts'
import { userWords } from './user-words.ts'
import { createUser, editUser } from './users.api.ts'

interface UserDraft {
  form: UserForm
  /** As the person was shown then: a change in between is still noticed. */
  seen: User | null
}

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
  // Also when the page was left meanwhile.
  const onSuccess = (): void => draft.forget()
  const create = useMutation({ ...createUser(queryClient), onSuccess })
  const edit = useMutation({ ...editUser(queryClient), onSuccess })
  const form = useForm<UserForm, unknown, NewUser>({ resolver: userResolver, defaultValues: formOf(user) })
  const { formState, getValues, handleSubmit, reset, setError } = form

  const { data: departments = [] } = useQuery(departmentsQuery)
  const nameOf = (id: unknown) => departments.find((department) => String(department.id) === id)?.name
  const overtaken = useOvertaken({
    ...{ row: user, formOf, form, wire: userEditWire },
    shownAs: { departmentId: nameOf },
    onDiscard: () => draft.forget(),
  })

  const draft = useDraft<UserDraft>({
    name: `${userWords.add} ${user?.id ?? ''}`,
    isDirty: formState.isDirty && !create.isSuccess && !edit.isSuccess,
    keep: () => ({ form: getValues(), seen: overtaken.seen }),
    restore: (kept) => {
      reset(kept.form, { keepDefaultValues: true })
      overtaken.setSeen(kept.seen)
    },
  })
  const discard = () => {
    draft.forget()
    reset()
    overtaken.setSeen(user)
  }

  const isThere = useLatest(isOpen)
  const onError = (error: unknown) => {
    if (isThere.current && (overtaken.takeIn(error) || showFieldErrors(error, userEditWire, setError))) showInPlace()
  }
  const save = handleSubmit((fields) => {
    forgetErrors()
    const { seen } = overtaken
    if (seen) return edit.mutate({ id: seen.id, fields, current: seen }, { onSuccess: onClose, onError })
    const onSuccess = ({ invitation, ...created }: User & Pick<Invited, 'invitation'>) => {
      showInPlace()
      onInvited({ user: { ...created, ...named(fields) }, invitation })
    }
    create.mutate(fields, { onSuccess, onError })
  })
  return (
    <FormDialog
      isOpen={isOpen}
      title={user ? userWords.edit : userWords.add}
      notice={overtaken.notice}
      submitLabel={overtaken.notice && formState.isDirty ? 'Salvar mesmo assim' : 'Salvar'}
      isBusy={create.isPending || edit.isPending}
      isDirty={formState.isDirty}
      onSubmit={save}
      onDiscard={draft.isRestored && !overtaken.notice ? discard : null}
      onGiveUp={draft.forget}
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
