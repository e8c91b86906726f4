import { Stack, TextInput } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { AuthFrame } from '../../ui/auth-frame.tsx'
import { Banner } from '../../ui/banner.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Outcome } from '../../ui/outcome.tsx'
import { ProviderButton } from './provider-button.tsx'
import { usePublicConfig } from './public-config.ts'
import { ToLogin } from './to-login.tsx'
import { waysIn } from './ways-in.ts'

export default function ForgotPasswordPage() {
  // Assumed until the server says otherwise; without a response the form shows the error of its own call.
  const canSend = usePublicConfig()?.email_enabled !== false
  const { oidcLabel, passwordLogin } = useSyncExternalStore(waysIn.subscribe, waysIn.get)
  const provider = passwordLogin === 'on' ? null : oidcLabel
  const hasForm = passwordLogin !== 'off'
  return (
    <AuthFrame title="Esqueci minha senha" hint={hintOf({ provider, hasForm, canSend })}>
      <Stack gap="md">
        {hasForm && (canSend ? <ForgotForm /> : <AskAdministrator />)}
        {provider !== null && <ProviderButton label={provider} isMain={!hasForm} />}
        <ToLogin variant="subtle">Voltar para o login</ToLogin>
      </Stack>
    </AuthFrame>
  )
}

interface Ways {
  /** Where people sign in who have no password here; null when everybody has one. */
  provider: string | null
  hasForm: boolean
  canSend: boolean
}

function hintOf({ provider, hasForm, canSend }: Ways): string | undefined {
  if (!hasForm) return `Aqui se entra com ${provider ?? 'o provedor da organização'}, sem senha do Malote.`
  const promise = canSend ? 'Informe o e-mail da sua conta. Enviaremos um link para criar uma nova senha.' : undefined
  if (provider === null) return promise
  return `Só administradores têm senha no Malote. As outras pessoas entram com ${provider}.`
}

function AskAdministrator() {
  return (
    <Banner tone="progress">
      Este sistema não envia e-mails. Peça a um administrador um novo link de acesso para criar a sua senha.
    </Banner>
  )
}

const schema = async () => (await import('@malote/core/auth/login.ts')).forgotPasswordBody
const read = (fields: FormData) => ({ email: fields.get('email') })
const send = ({ email }: { email: string }) => api.post<void>('/api/auth/forgot-password', { email })
const failure = (error: unknown) => errorMessage(error, 'Erro ao enviar o link. Tente novamente.')

function ForgotForm() {
  const { form, field, problem, isBusy, isDone } = useCheckedForm({ schema, read, send, failure })
  if (isDone) {
    return (
      <Outcome tone="success">
        Se houver uma conta com este e-mail, você receberá um link em alguns minutos. Confira também a caixa de spam.
      </Outcome>
    )
  }
  return (
    <form {...form}>
      <Stack gap="md">
        {problem && <Banner tone="danger">{problem}</Banner>}
        <TextInput label="E-mail" type="email" autoComplete="username" {...field('email')} />
        <SubmitButton isBusy={isBusy} busyLabel="Enviando..." fullWidth size="md">
          Enviar link
        </SubmitButton>
      </Stack>
    </form>
  )
}
