import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { errorCode } from '../lib/api-error.ts'
import { isMissingPart, reloadOnce } from '../lib/missing-part.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'

/** Shown for unexpected errors: a bug, or a chunk that a newer version has replaced. */
export function PageError({ error }: ErrorComponentProps) {
  useEffect(() => {
    console.error(error)
    // Reloading loses no input: the previous page has already asked about unsaved changes.
    if (isMissingPart(error)) void reloadOnce()
  }, [error])
  return (
    <ErrorState
      title="Não foi possível mostrar esta página."
      code={errorCode(error)}
      onRetry={() => window.location.reload()}
    >
      <LinkButton to="/" variant="subtle">
        Ir para o Dashboard
      </LinkButton>
    </ErrorState>
  )
}
