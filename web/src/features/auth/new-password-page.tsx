import { Stack } from '@mantine/core'
import { useState } from 'react'
import { AuthFrame } from '../../ui/auth-frame.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Outcome } from '../../ui/outcome.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
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
