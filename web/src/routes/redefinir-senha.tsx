import { createFileRoute } from '@tanstack/react-router'
import { accountToken } from '../features/auth/account-token.ts'
import { NewPasswordPage } from '../features/auth/new-password-page.tsx'

export const Route = createFileRoute('/redefinir-senha')({
  validateSearch: accountToken,
  component: ResetPasswordPage,
})

function ResetPasswordPage() {
  const { token } = Route.useSearch()
  return <NewPasswordPage token={token} title="Redefinir senha" hint="Escolha uma nova senha para a sua conta." />
}
