import { createFileRoute } from '@tanstack/react-router'
import { configQuery } from '../domain/organisation/config.ts'
import { ForgotPasswordPage } from '../features/auth/forgot-password-page.tsx'

export const Route = createFileRoute('/esqueci-senha')({
  loader: ({ context }) => context.queryClient.prefetchQuery(configQuery),
  component: ForgotPasswordPage,
})
