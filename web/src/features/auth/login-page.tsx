import { useSyncExternalStore } from 'react'
import { api } from '../../lib/api.ts'
import { keepSession, type SignedIn } from './keep-session.ts'
import { type Credentials, LoginScreen } from './login-screen.tsx'
import { waysIn } from './ways-in.ts'

interface LoginPageProps {
  /** Called on every key, to load the app's files while the user types. */
  onType: () => void
}

export function LoginPage({ onType }: LoginPageProps) {
  const ways = useSyncExternalStore(waysIn.subscribe, waysIn.get)
  return <LoginScreen ways={ways} onSubmit={signIn} onType={onType} />
}

const signIn = async (credentials: Credentials) => keepSession(await api.post<SignedIn>('/api/auth/login', credentials))
