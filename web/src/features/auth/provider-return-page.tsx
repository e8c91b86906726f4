import { Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { AuthFrame } from '../../ui/auth-frame.tsx'
import { Banner } from '../../ui/banner.tsx'
import { LoadingState } from '../../ui/loading-state.tsx'
import { returnFromProvider } from './provider-sign-in.ts'
import { ToLogin } from './to-login.tsx'

/** The page to which the provider leads back. A success opens the app. */
export default function ProviderReturnPage() {
  const problem = useReturn()
  if (problem === null) return <LoadingState isFullPage />
  return (
    <AuthFrame title="Entrar">
      <Stack gap="md">
        <Banner tone="danger">{problem}</Banner>
        <ToLogin variant="default">Voltar para o login</ToLogin>
      </Stack>
    </AuthFrame>
  )
}

/** Outside React, because the parameters count only once, however often the page is rendered. */
let returning: Promise<void> | undefined

function useReturn() {
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isShown = true
    returning ??= returnFromProvider()
    returning
      .catch((error: unknown) => isShown && setProblem(errorMessage(error, 'Erro ao fazer login. Tente novamente.')))
      .finally(() => {
        returning = undefined
      })
    return () => {
      isShown = false
    }
  }, [])
  return problem
}
