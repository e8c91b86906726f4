import { Button, Group } from '@mantine/core'

/** Somebody else saved while this was being edited. It interrupts nobody: what is typed stays, until they want to look. */
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
