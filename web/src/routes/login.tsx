import { createFileRoute, redirect } from '@tanstack/react-router'
import { LoginPage } from '../features/auth/login-page.tsx'
import { safeRedirect } from '../lib/safe-redirect.ts'
import { session } from '../lib/session.ts'

interface LoginSearch {
  /** Where the user was when the session ended. */
  redirect?: string
}

export const Route = createFileRoute('/login')({
  validateSearch: ({ redirect }: Record<string, unknown>): LoginSearch =>
    typeof redirect === 'string' ? { redirect } : {},
  beforeLoad: ({ search }) => {
    if (session.get()) throw redirect({ href: safeRedirect(search.redirect), replace: true })
  },
  component: LoginPage,
})
