import { zodResolver } from '@hookform/resolvers/zod'
import { deviceName } from '@malote/core/auth/device.ts'
import { passkeyBody } from '@malote/core/auth/second-step.ts'
import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { showInPlace } from '../../lib/telling.ts'
import { EnrolDialog } from './enrol-dialog.tsx'
import { addPasskey } from './second-step.api.ts'

const schema = passkeyBody.pick({ name: true })

interface PasskeyDialogProps {
  isOpen: boolean
  /** @param codes new recovery codes, if the user had none */
  onEnrolled: (codes: readonly string[]) => void
  onClose: () => void
}

/** Names a new passkey and lets the browser create it. */
export function PasskeyDialog({ isOpen, onEnrolled, onClose }: PasskeyDialogProps) {
  const { mutate, isPending } = useMutation(addPasskey(useQueryClient()))
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: deviceName(navigator.userAgent) },
  })
  const submit = handleSubmit((values) =>
    mutate(values, {
      onSuccess: onEnrolled,
      onError: (error) => {
        if (showFieldErrors(error, schema, setError)) showInPlace()
      },
    }),
  )
  return (
    <EnrolDialog
      isOpen={isOpen}
      title="Adicionar chave de acesso"
      submitLabel="Criar chave de acesso"
      busyLabel="Aguardando o aparelho..."
      isBusy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        O aparelho vai pedir a sua impressão digital, o rosto, o PIN ou uma chave de segurança. Nada disso é enviado ao
        Malote: ele só recebe a confirmação de que é você.
      </p>
      <TextInput
        label="Nome *"
        description="Para reconhecer a chave na lista, por exemplo: Notebook da sala"
        maxLength={60}
        aria-required
        data-autofocus
        error={formState.errors.name?.message}
        {...register('name')}
      />
    </EnrolDialog>
  )
}
