import { type ReactNode, useDeferredValue, useState, useSyncExternalStore } from 'react'
import { api } from '../../lib/api.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { deviceOf, keepSession, type SignedIn } from './keep-session.ts'
import { type Credentials, LoginScreen } from './login-screen.tsx'
import { waysIn } from './ways-in.ts'

interface LoginPageProps {
  /** Called on every key, to load the app's files while the user types. */
  onType: () => void
}

/** The sign-in, and for people who have one, its second step. */
export default function LoginPage({ onType }: LoginPageProps) {
  const { oidcLabel, passwordLogin } = useDeferredValue(useSyncExternalStore(waysIn.subscribe, waysIn.get))
  const [secondStep, setSecondStep] = useState<ReactNode>(null)
  const signIn = async (credentials: Credentials) => {
    const answer = await api.post<SignedIn & { second_step?: unknown }>('/api/auth/login', {
      ...credentials,
      device: deviceOf(credentials.email),
    })
    if (!answer.second_step) return keepSession(answer)
    const { SecondStepPage, toSecondStep } = await import('./second-step-page.tsx')
    setSecondStep(<SecondStepPage wanted={toSecondStep(answer.second_step)} onBack={() => setSecondStep(null)} />)
  }
  const form = { onSubmit: signIn, onType }
  if (secondStep) return secondStep
  if (oidcLabel === null) return <LoginScreen {...form} />
  return <ProviderLoginScreen label={oidcLabel} passwordLogin={passwordLogin} {...form} />
}

// Only installations with a provider load it.
const ProviderLoginScreen = lazyPart(() => import('./provider-login-screen.tsx'))
