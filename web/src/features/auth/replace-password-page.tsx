import { shortestPassword } from '@malote/core/auth/password-words.ts'
import { Button, PasswordInput, Stack } from '@mantine/core'
import { toSessionUser } from '../../domain/session/session-user.ts'
import { signOut } from '../../domain/session/sign-out.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { session } from '../../lib/stored-session.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { AuthFrame } from '../../ui/auth-frame.tsx'
import { Banner } from '../../ui/banner.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'

const schema = async () => (await import('@malote/core/auth/login.ts')).replacePasswordForm
const read = (fields: FormData) => Object.fromEntries(fields)
const failure = (error: unknown) => errorMessage(error, 'Erro ao definir a senha. Tente novamente.')

/** Saves the password; the session is then open, and the app takes the place of this page. */
async function send(passwords: { currentPassword: string; newPassword: string }) {
  const token = session.get()?.token
  const answer = await api.put<{ user: unknown }>('/api/auth/profile', passwords)
  session.saveUser(toSessionUser(answer.user), token)
}

/** Asks for a password of one's own, before anything else, when the present one was made by the system. */
export function ReplacePasswordPage() {
  const { form, field, problem, isBusy, isDone } = useCheckedForm({ schema, read, send, failure })
  return (
    <AuthFrame
      title="Crie a sua senha"
      hint="A senha com que você entrou foi gerada na instalação e pode ter sido vista por outras pessoas. Troque-a por uma só sua; depois disso, o Malote abre."
    >
      <form {...form}>
        <Stack gap="md">
          {problem && <Banner tone="danger">{problem}</Banner>}
          <PasswordInput
            label="Senha com que você entrou"
            autoComplete="current-password"
            autoFocus
            {...field('currentPassword')}
          />
          <PasswordInput
            label="Nova senha"
            description={`Pelo menos ${shortestPassword} caracteres`}
            autoComplete="new-password"
            {...field('newPassword')}
          />
          <PasswordInput label="Confirmar nova senha" autoComplete="new-password" {...field('confirmPassword')} />
          <SubmitButton isBusy={isBusy || isDone} busyLabel="Salvando..." fullWidth size="md">
            Salvar e continuar
          </SubmitButton>
          <Button variant="subtle" onClick={signOut}>
            Sair
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}
