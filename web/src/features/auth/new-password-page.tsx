import { Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../../lib/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { setPassword } from './auth.api.ts'
import { AuthFrame } from './auth-frame.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

interface NewPasswordPageProps {
  token: string
  title: string
  hint: string
}

/** Where the links of an invitation and of a forgotten password lead. */
export function NewPasswordPage({ token, title, hint }: NewPasswordPageProps) {
  const { mutate, isPending, isSuccess, error } = useMutation(setPassword)
  if (isSuccess) {
    return (
      <AuthFrame title={title}>
        <Stack gap="md">
          <Banner tone="success">Senha definida. Agora você já pode entrar.</Banner>
          <LinkButton to="/login" fullWidth size="md">
            Ir para o login
          </LinkButton>
        </Stack>
      </AuthFrame>
    )
  }
  if (!token) {
    return (
      <AuthFrame title={title}>
        <Stack gap="md">
          <Banner tone="danger">
            Este link está incompleto. Abra novamente o link que você recebeu ou peça um novo.
          </Banner>
          <BackToLogin />
        </Stack>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={title} hint={hint}>
      <Stack gap="md">
        <NewPasswordForm
          isBusy={isPending}
          error={error && errorMessage(error, 'Erro ao definir a senha. Tente novamente.')}
          onSubmit={({ newPassword }) => mutate({ token, newPassword })}
        />
        {error && <BackToLogin />}
      </Stack>
    </AuthFrame>
  )
}

/** The way out for a link that has already done its work. */
const BackToLogin = () => (
  <LinkButton to="/login" variant="default" fullWidth>
    Voltar para o login
  </LinkButton>
)
