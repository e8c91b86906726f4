import { useRouter } from '@tanstack/react-router'
import { type Credentials, useSession } from '../../domain/session/session.tsx'
import { LoginScreen } from './login-screen.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Where somebody without a session wanted to go. */
    wanted?: string
  }
}

export function LoginPage() {
  const { login } = useSession()
  const { history } = useRouter()

  const enter = async (credentials: Credentials) => {
    const { wanted = '/' } = history.location.state
    await login(credentials)
    // Whoever went on to another page meanwhile stays there.
    if (history.location.pathname === '/login') history.replace(wanted)
  }
  return <LoginScreen onSubmit={enter} />
}
