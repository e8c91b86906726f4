import { shortestPassword } from '@malote/core/auth/password-words.ts'
import { PasswordInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { AuthFrame } from '../../ui/auth-frame.tsx'
import { Banner } from '../../ui/banner.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Outcome } from '../../ui/outcome.tsx'
import { ToLogin } from './to-login.tsx'

interface NewPasswordPageProps {
  token: string
  title: string
  hint: string
}

/** The page that links in invitations and password-reset e-mails open. */
export default function NewPasswordPage({ token, title, hint }: NewPasswordPageProps) {
  const [isSet, setDone] = useState(false)
  if (isSet) {
    return (
      <AuthFrame title={title}>
        <Stack gap="md">
          <Outcome tone="success">Senha definida. Agora você já pode entrar.</Outcome>
          <ToLogin size="md">Ir para o login</ToLogin>
        </Stack>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={title} hint={token && hint}>
      <Stack gap="md">
        {token ? (
          <NewPasswordForm token={token} onDone={() => setDone(true)} />
        ) : (
          <>
            <Banner tone="danger">
              Este link está incompleto. Abra novamente o link que você recebeu ou peça um novo.
            </Banner>
            <ToLogin variant="default">Voltar para o login</ToLogin>
          </>
        )}
      </Stack>
    </AuthFrame>
  )
}

interface NewPasswordFormProps {
  token: string
  onDone: () => void
}

const schema = async () => (await import('@malote/core/auth/login.ts')).choosePasswordForm
const read = (fields: FormData) => Object.fromEntries(fields)
const failure = (error: unknown) => errorMessage(error, 'Erro ao definir a senha. Tente novamente.')
// meets V6.2.6, V6.2.7
const common = { autoComplete: 'new-password' }

function NewPasswordForm({ token, onDone }: NewPasswordFormProps) {
  const send = async ({ newPassword }: { newPassword: string }) => {
    await api.post<void>('/api/auth/password', { token, newPassword })
    onDone()
  }
  const { form, field, problem, isBusy } = useCheckedForm({ schema, read, send, failure })
  return (
    <>
      <form {...form}>
        <Stack gap="md">
          {problem && <Banner tone="danger">{problem}</Banner>}
          <PasswordInput
            {...common}
            autoFocus
            label="Nova senha"
            description={`Pelo menos ${shortestPassword} caracteres`}
            {...field('newPassword')}
          />
          <PasswordInput {...common} label="Confirmar nova senha" {...field('confirmPassword')} />
          <SubmitButton isBusy={isBusy} busyLabel="Salvando..." fullWidth size="md">
            Definir senha
          </SubmitButton>
        </Stack>
      </form>
      {/* A way out, e.g. when the link has already been used. */}
      {problem && <ToLogin variant="default">Voltar para o login</ToLogin>}
    </>
  )
}
