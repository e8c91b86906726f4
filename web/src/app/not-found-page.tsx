import { Button, Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { LinkButton } from '../ui/link-button.tsx'
import { Logo } from '../ui/logo.tsx'
import { LostPath } from './lost-path.tsx'
import classes from './plain-page.module.css'

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
