import { createFileRoute, redirect } from '@tanstack/react-router'
import { LoginPage } from '../features/auth/login-page.tsx'
import { session } from '../lib/stored-session.ts'

export const Route = createFileRoute('/login')({
  beforeLoad: ({ location }) => {
    if (session.get()) throw redirect({ href: location.state.wanted ?? '/', replace: true })
  },
  component: LoginPage,
})
