import { shortestPassword } from '@malote/core/auth/password-words.ts'
import { PasswordInput, Stack } from '@mantine/core'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { ToLogin } from './to-login.tsx'

interface NewPasswordFormProps {
  token: string
  onDone: () => void
}

const schema = async () => (await import('@malote/core/auth/login.ts')).choosePasswordForm
const read = (fields: FormData) => Object.fromEntries(fields)
const failure = (error: unknown) => errorMessage(error, 'Erro ao definir a senha. Tente novamente.')
// meets V6.2.6, V6.2.7
const common = { autoComplete: 'new-password' }

export function NewPasswordForm({ token, onDone }: NewPasswordFormProps) {
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
