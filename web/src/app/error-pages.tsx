import { Button, Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { errorCode } from '../lib/api-error.ts'
import { isMissingPart, reloadOnce } from '../lib/missing-part.ts'
import { LinkButton } from '../ui/links.tsx'
import { Logo } from '../ui/logo.tsx'
import { ErrorState } from '../ui/states.tsx'
import classes from './app.module.css'

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

export function NotFoundPage() {
  const router = useRouter()
  return (
    <main className={classes.page}>
      <title>Página não encontrada · Malote</title>
      <Logo />
      <LostPath />
      <h1 className={classes.title}>Página não encontrada</h1>
      <p className={classes.text}>
        O endereço pode ter mudado ou nunca ter existido. Se o problema continuar, entre em contato com o suporte
        técnico.
      </p>
      <Group gap="xs" justify="center" mt="xs">
        <LinkButton to="/">Ir para o Dashboard</LinkButton>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => router.history.back()}
        >
          Voltar
        </Button>
      </Group>
    </main>
  )
}

/** A path that ends before its destination. */
function LostPath() {
  return (
    <svg width="240" height="28" viewBox="0 0 240 28" fill="none" aria-hidden="true" focusable="false">
      <circle cx="14" cy="14" r="8" fill="var(--accent)" />
      <path d="M22 14h84" stroke="var(--accent)" strokeWidth="3" />
      <path d="M112 14h98" stroke="var(--control)" strokeWidth="3" strokeDasharray="8 8" />
      <circle cx="226" cy="14" r="8" stroke="var(--control)" strokeWidth="2" strokeDasharray="4 4" />
    </svg>
  )
}
