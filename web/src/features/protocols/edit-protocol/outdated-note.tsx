import { Button, Group } from '@mantine/core'

/** Says that another user has saved during the edit. It does not interrupt: the input stays until the user reloads. */
export function OutdatedNote({ onReload }: { onReload: () => void }) {
  return (
    <Group gap="xs" justify="space-between">
      <p>Este protocolo foi alterado por outra pessoa. O que você digitou aqui não poderá ser salvo.</p>
      <Button variant="default" size="compact-md" onClick={onReload}>
        Ver a nova versão
      </Button>
    </Group>
  )
}
