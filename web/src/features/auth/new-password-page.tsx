import { shortestPassword } from '@malote/core/auth/password-words.ts'
import { PasswordInput, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { history } from '../../lib/history.ts'
import { session } from '../../lib/stored-session.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { AuthFrame } from '../../ui/auth-frame.tsx'
import { Banner } from '../../ui/banner.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Outcome } from '../../ui/outcome.tsx'
import { keepSession, type SignedIn } from './keep-session.ts'
import { ToLogin } from './to-login.tsx'

interface NewPasswordPageProps {
  token: string
  title: string
  hint: string
}

/** The page that links in invitations and password-reset e-mails open. The new password signs its owner in. */
export default function NewPasswordPage({ token, title, hint }: NewPasswordPageProps) {
  const [next, setNext] = useState<ReactNode>(null)
  if (next) return next
  return (
    <AuthFrame title={title} hint={token && hint}>
      <Stack gap="md">
        {token ? (
          <NewPasswordForm token={token} title={title} onNext={setNext} />
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
  title: string
  /** Called with what takes the place of the form, unless the app does. */
  onNext: (page: ReactNode) => void
}

type Answer = SignedIn & { second_step?: unknown }

const PasswordIsSet = ({ title }: { title: string }) => (
  <AuthFrame title={title}>
    <Stack gap="md">
      <Outcome tone="success">Senha definida. Agora você já pode entrar.</Outcome>
      <ToLogin size="md">Ir para o login</ToLogin>
    </Stack>
  </AuthFrame>
)

const schema = async () => (await import('@malote/core/auth/login.ts')).choosePasswordForm
const read = (fields: FormData) => Object.fromEntries(fields)
const failure = (error: unknown) => errorMessage(error, 'Erro ao definir a senha. Tente novamente.')
// meets V6.2.6, V6.2.7
const common = { autoComplete: 'new-password' }

function NewPasswordForm({ token, title, onNext }: NewPasswordFormProps) {
  const send = async ({ newPassword }: { newPassword: string }) => {
    // Somebody else may be signed in here, such as the Admin who made the link, and has perhaps typed something.
    const signIn = session.get() === null
    const answer = await api.post<Answer | undefined>('/api/auth/password', { token, newPassword, signIn })
    if (!answer) return onNext(<PasswordIsSet title={title} />)
    if (!answer.second_step) return keepSession(answer)
    const { SecondStepPage, toSecondStep } = await import('./second-step-page.tsx')
    const toLogin = () => history.replace('/login')
    onNext(<SecondStepPage wanted={toSecondStep(answer.second_step)} onBack={toLogin} />)
  }
  const { form, field, problem, isBusy, isDone } = useCheckedForm({ schema, read, send, failure })
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
          <SubmitButton isBusy={isBusy || isDone} busyLabel="Salvando..." fullWidth size="md">
            Definir senha
          </SubmitButton>
        </Stack>
      </form>
      {/* A way out, e.g. when the link has already been used. */}
      {problem && <ToLogin variant="default">Voltar para o login</ToLogin>}
    </>
  )
}
