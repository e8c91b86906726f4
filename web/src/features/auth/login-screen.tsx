import type { Credentials } from '../../domain/session/session.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { LoginForm } from './login-form.tsx'

export function LoginScreen({ onSubmit }: { onSubmit: (credentials: Credentials) => Promise<void> }) {
  return (
    <AuthFrame title="Entrar" hint="Use o e-mail e a senha da sua conta.">
      <LoginForm onSubmit={onSubmit} />
    </AuthFrame>
  )
}
