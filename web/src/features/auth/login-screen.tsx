// meets V6.2.6, V6.2.7
import { Anchor, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core'
import { ApiError, errorMessage } from '../../lib/api-error.ts'
import { followLink } from '../../lib/history.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { AuthFrame } from '../../ui/auth-frame.tsx'
import { Banner } from '../../ui/banner.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'

export interface Credentials {
  email: string
  password: string
  /** Keeps the session after the browser is closed. */
  remember?: boolean | null | undefined
}

export interface PasswordFormProps {
  onSubmit: (credentials: Credentials) => Promise<void>
  /** Called on every key. */
  onType?: () => void
}

/** Contract 8.1: refused by the server, or no response. */
const failure = (error: unknown) =>
  error instanceof ApiError && error.status > 0
    ? errorMessage(error, 'Erro ao fazer login. Verifique suas credenciais.')
    : 'Erro ao fazer login. Tente novamente.'

const schema = async () => (await import('@malote/core/auth/login.ts')).loginBody

const read = (fields: FormData) => ({
  email: fields.get('email'),
  password: fields.get('password'),
  remember: fields.has('remember'),
})

export function LoginScreen(form: PasswordFormProps) {
  return (
    <AuthFrame title="Entrar" hint="Use o e-mail e a senha da sua conta.">
      <PasswordForm {...form} />
    </AuthFrame>
  )
}

export function PasswordForm({ onSubmit, onType }: PasswordFormProps) {
  const { form, field, problem, isBusy, isDone } = useCheckedForm({ schema, read, send: onSubmit, failure })
  return (
    <form {...form} onInput={onType}>
      <Stack gap="md">
        {problem && <Banner tone="danger">{problem}</Banner>}
        <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...field('email')} />
        <PasswordInput label="Senha" autoComplete="current-password" {...field('password')} />
        <div className="row wrap between gap-8-16">
          <Checkbox label="Lembrar de mim" radius="xs" name="remember" />
          <Anchor href="/esqueci-senha" onClick={followLink}>
            Esqueci minha senha
          </Anchor>
        </div>
        <SubmitButton isBusy={isBusy || isDone} busyLabel="Entrando..." fullWidth size="md">
          Entrar
        </SubmitButton>
      </Stack>
    </form>
  )
}
