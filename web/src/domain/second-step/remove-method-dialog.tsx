import { zodResolver } from '@hookform/resolvers/zod'
import { type EnrolledMethod, removeMethodBody, removeMethodForm } from '@malote/core/auth/second-step.ts'
import { PasswordInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { focusContent } from '../../lib/content.ts'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { showInPlace } from '../../lib/telling.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { configQuery } from '../organisation/config.ts'
import { removeMethod } from './second-step.api.ts'

interface RemoveMethodDialogProps {
  isOpen: boolean
  method: EnrolledMethod
  isLast: boolean
  onClose: () => void
}

/** Removes a method, with the password, or soon after a sign-in at the provider. */
export function RemoveMethodDialog({ isOpen, method, isLast, onClose }: RemoveMethodDialogProps) {
  const { mutate, isPending } = useMutation(removeMethod(useQueryClient()))
  const { data: config } = useQuery(configQuery)
  const provider = config?.oidcLabel ?? null
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(provider === null ? removeMethodForm : removeMethodBody),
    defaultValues: { currentPassword: provider === null ? '' : undefined },
  })
  const submit = handleSubmit((body) =>
    mutate(
      { id: method.id, ...body },
      {
        onSuccess: () => {
          onClose()
          focusContent() // the button that opened the dialog is gone with its row
        },
        onError: (error) => {
          if (showFieldErrors(error, removeMethodBody, setError)) showInPlace()
          else onClose()
        },
      },
    ),
  )
  return (
    <FormDialog
      isOpen={isOpen}
      title={`Remover ${method.name}`}
      submitLabel="Remover"
      busyLabel="Removendo..."
      isBusy={isPending}
      isDangerous
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {isLast
          ? 'É a sua última forma de verificação: depois de removê-la, a senha sozinha abre a sua conta, e os códigos de recuperação deixam de valer.'
          : 'Ela deixa de confirmar as suas entradas. As outras formas continuam valendo.'}
      </p>
      <PasswordInput
        label={provider === null ? 'Senha atual *' : 'Senha atual'}
        description={provider === null ? undefined : `Deixe em branco se você entra só com ${provider}.`}
        autoComplete="current-password"
        aria-required={provider === null}
        data-autofocus
        error={formState.errors.currentPassword?.message}
        {...register('currentPassword', provider === null ? {} : { setValueAs: (text) => text || undefined })}
      />
    </FormDialog>
  )
}
