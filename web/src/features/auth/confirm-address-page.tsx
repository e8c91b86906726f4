import { Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { AuthFrame } from '../../ui/auth-frame.tsx'
import { Banner } from '../../ui/banner.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Outcome } from '../../ui/outcome.tsx'

/** What the mail to the address before leads to. Mail scanners open every link, so the change needs a press. */
export default function ConfirmAddressPage({ token }: { token: string }) {
  const [state, setState] = useState<'asked' | 'busy' | 'done'>('asked')
  const [problem, setProblem] = useState<string>()
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    setState('busy')
    setProblem(undefined)
    try {
      await api.post<void>('/api/auth/address', { token })
      setState('done')
    } catch (error) {
      setProblem(errorMessage(error, 'Erro ao confirmar. Tente novamente.'))
      setState('asked')
    }
  }
  if (state === 'done') {
    return (
      <AuthFrame title="Novo e-mail confirmado">
        <Outcome tone="success">
          Links para uma nova senha já podem ser enviados para o novo endereço. Você já pode fechar esta página.
        </Outcome>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      title="Confirmar novo e-mail"
      hint="Um administrador mudou o e-mail da sua conta no Malote. Confirme somente se a mudança está certa."
    >
      <form onSubmit={confirm}>
        <Stack gap="md">
          {problem && <Banner tone="danger">{problem}</Banner>}
          <SubmitButton isBusy={state === 'busy'} busyLabel="Confirmando..." fullWidth size="md">
            Confirmar o novo e-mail
          </SubmitButton>
        </Stack>
      </form>
    </AuthFrame>
  )
}
