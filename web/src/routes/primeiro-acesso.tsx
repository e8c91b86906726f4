import { createFileRoute } from '@tanstack/react-router'
import { accountToken } from '../features/auth/account-token.ts'
import { NewPasswordPage } from '../features/auth/new-password-page.tsx'

export const Route = createFileRoute('/primeiro-acesso')({
  validateSearch: accountToken,
  component: FirstAccessPage,
})

function FirstAccessPage() {
  const { token } = Route.useSearch()
  return (
    <NewPasswordPage token={token} title="Primeiro acesso" hint="Crie a senha com que você vai entrar no Malote." />
  )
}
