import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type Credentials, useSession } from '../../app/session.tsx'
import { safeRedirect } from '../../lib/safe-redirect.ts'
import { LoginScreen } from './login-screen.tsx'

const route = getRouteApi('/login')

export function LoginPage() {
  const { login } = useSession()
  const { redirect } = route.useSearch()
  const router = useRouter()

  const enter = async (credentials: Credentials) => {
    await login(credentials)
    router.history.replace(safeRedirect(redirect))
  }
  return <LoginScreen onSubmit={enter} />
}
