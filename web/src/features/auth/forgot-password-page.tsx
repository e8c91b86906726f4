import { zodResolver } from '@hookform/resolvers/zod'
import { forgotPasswordBody } from '@malote/core/auth/login.ts'
import { Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { configQuery } from '../../domain/organisation/config.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { forgotPassword } from './auth.api.ts'
import { AuthFrame } from './auth-frame.tsx'

export function ForgotPasswordPage() {
  const { data: config } = useQuery(configQuery)
  const canSend = config?.emailEnabled !== false
  return (
    <AuthFrame
      title="Esqueci minha senha"
      hint={canSend ? 'Informe o e-mail da sua conta. Enviaremos um link para criar uma nova senha.' : undefined}
    >
      <Stack gap="md">
        {canSend ? <ForgotForm /> : <AskAdministrator />}
        <LinkButton to="/login" variant="subtle" fullWidth>
          Voltar para o login
        </LinkButton>
      </Stack>
    </AuthFrame>
  )
}

function AskAdministrator() {
  return (
    <Banner tone="progress">
      Este sistema não envia e-mails. Peça a um administrador um novo link de acesso para criar a sua senha.
    </Banner>
  )
}

function ForgotForm() {
  const { mutate, isPending, isSuccess, error } = useMutation(forgotPassword)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(forgotPasswordBody),
    defaultValues: { email: '' },
  })
  if (isSuccess) {
    return (
      <Banner tone="success">
        Se houver uma conta com este e-mail, você receberá um link em alguns minutos. Confira também a caixa de spam.
      </Banner>
    )
  }
  return (
    <form noValidate onSubmit={handleSubmit(({ email }) => mutate(email))}>
      <Stack gap="md">
        {error && <Banner tone="danger">{errorMessage(error, 'Erro ao enviar o link. Tente novamente.')}</Banner>}
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <SubmitButton isBusy={isPending} busyLabel="Enviando..." fullWidth size="md">
          Enviar link
        </SubmitButton>
      </Stack>
    </form>
  )
}
