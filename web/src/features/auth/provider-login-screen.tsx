import { Anchor, Stack } from '@mantine/core'
import { useState } from 'react'
import { AuthFrame } from '../../ui/auth-frame.tsx'
import classes from './auth.module.css'
import { PasswordForm, type PasswordFormProps } from './login-screen.tsx'
import { ProviderButton } from './provider-button.tsx'
import type { WaysIn } from './ways-in.ts'

interface ProviderLoginScreenProps extends PasswordFormProps {
  /** The provider's name. */
  label: string
  passwordLogin: WaysIn['passwordLogin']
}

/** The sign-in of an installation with a provider. Where passwords are for Admins, the form unfolds. */
export default function ProviderLoginScreen({ label, passwordLogin, ...form }: ProviderLoginScreenProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const hasForm = passwordLogin === 'on' || (passwordLogin === 'admins' && isUnfolded)
  return (
    <AuthFrame
      title="Entrar"
      hint={passwordLogin === 'on' ? 'Escolha como entrar.' : `Você confirma quem é com ${label} e volta para cá.`}
    >
      <Stack gap="lg">
        <ProviderButton label={label} isMain={passwordLogin !== 'on'} />
        {hasForm && <p className={classes.or}>ou com e-mail e senha</p>}
        {hasForm && <PasswordForm {...form} />}
        {passwordLogin === 'admins' && !isUnfolded && (
          <Anchor component="button" type="button" className={classes.quiet} onClick={() => setUnfolded(true)}>
            Entrar com senha
          </Anchor>
        )}
      </Stack>
    </AuthFrame>
  )
}
