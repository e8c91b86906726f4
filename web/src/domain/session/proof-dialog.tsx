import { zodResolver } from '@hookform/resolvers/zod'
import { proofBody } from '@malote/core/auth/password.ts'
import { Anchor, PasswordInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { ShortFormDialog } from '../../ui/dialog/short-form-dialog.tsx'
import { configQuery } from '../organisation/config.ts'
import { useViewer } from './session.tsx'
import { useLeave } from './use-leave.ts'

interface ProofDialogProps {
  isOpen: boolean
  onDone: () => void
  onClose: () => void
}

const giveProof = (body: { currentPassword: string }) => api.post<void>('/api/auth/proof', body)

/** Asks for the password again, above whatever is open. Loaded when first needed. */
export default function ProofDialog({ isOpen, onDone, onClose }: ProofDialogProps) {
  const { email } = useViewer()
  const { mutate, isPending } = useMutation({ mutationFn: giveProof })
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(proofBody),
    defaultValues: { currentPassword: '' },
  })
  const submit = handleSubmit((values) =>
    mutate(values, {
      onSuccess: onDone,
      onError: (error) => {
        if (showFieldErrors(error, proofBody, setError)) return
        setError('root', { message: errorMessage(error, 'Erro ao confirmar a senha. Tente novamente.') })
      },
    }),
  )
  return (
    <ShortFormDialog
      isOpen={isOpen}
      title="Confirme que é você"
      submitLabel="Confirmar"
      busyLabel="Confirmando..."
      isBusy={isPending}
      error={formState.errors.root?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>Faz algum tempo que você entrou. Por segurança, digite a sua senha para continuar.</p>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label="Senha"
        autoComplete="current-password"
        data-autofocus
        error={formState.errors.currentPassword?.message}
        aria-invalid={Boolean(formState.errors.currentPassword)}
        {...register('currentPassword')}
      />
      <WithoutPassword onLeave={onClose} />
    </ShortFormDialog>
  )
}

/** People who came through the organisation's own sign-in may have no password here. */
function WithoutPassword({ onLeave }: { onLeave: () => void }) {
  const { data: config } = useQuery(configQuery)
  const leave = useLeave()
  if (!config?.oidcLabel) return null
  const leaveNow = () => {
    onLeave()
    leave()
  }
  return (
    <p>
      Você entra sem senha?{' '}
      <Anchor component="button" type="button" onClick={leaveNow}>
        Saia e entre de novo
      </Anchor>
      .
    </p>
  )
}
