import { api } from '../../lib/api.ts'
import { drafts } from '../../lib/drafts.ts'
import { session } from '../../lib/stored-session.ts'
import { type Credentials, LoginScreen } from './login-screen.tsx'

interface LoginPageProps {
  /** Called on every key, to load the app's files while the user types. */
  onType: () => void
}

export const LoginPage = ({ onType }: LoginPageProps) => <LoginScreen onSubmit={signIn} onType={onType} />

/** Stores the session, which opens the app, unless the user has gone to another page meanwhile. */
async function signIn(credentials: Credentials) {
  const answer = await api.post<{ token: string; user: unknown }>('/api/auth/login', credentials)
  const { toSessionUser } = await import('../../domain/session/session-user.ts')
  const user = toSessionUser(answer.user)
  drafts.dropOthers(user.id)
  session.save(answer.token, user)
}
