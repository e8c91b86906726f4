import { useDeferredValue, useSyncExternalStore } from 'react'
import { api } from '../../lib/api.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { keepSession, type SignedIn } from './keep-session.ts'
import { type Credentials, LoginScreen } from './login-screen.tsx'
import { waysIn } from './ways-in.ts'

interface LoginPageProps {
  /** Called on every key, to load the app's files while the user types. */
  onType: () => void
}

export function LoginPage({ onType }: LoginPageProps) {
  const { oidcLabel, passwordLogin } = useDeferredValue(useSyncExternalStore(waysIn.subscribe, waysIn.get))
  const form = { onSubmit: signIn, onType }
  if (oidcLabel === null) return <LoginScreen {...form} />
  return <ProviderLoginScreen label={oidcLabel} passwordLogin={passwordLogin} {...form} />
}

const signIn = async (credentials: Credentials) => keepSession(await api.post<SignedIn>('/api/auth/login', credentials))

// Only installations with a provider load it.
const ProviderLoginScreen = lazyPart(() => import('./provider-login-screen.tsx'))
