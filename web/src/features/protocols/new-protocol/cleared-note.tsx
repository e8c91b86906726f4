import { Button, Group } from '@mantine/core'
import { counted } from '../../../lib/format.ts'
import { Banner } from '../../../ui/banner.tsx'

/** Says that a change of the destination removed the responsible people, and takes it back. */
export const ClearedNote = ({ count, onUndo }: { count: number; onUndo: () => void }) => (
  <Banner tone="progress" isInSpoken>
    <Group gap="xs" justify="space-between">
      <p>
        {counted(count, 'responsável foi retirado', 'responsáveis foram retirados')}, porque o departamento de destino
        mudou.
      </p>
      <Button variant="default" size="compact-md" onClick={onUndo}>
        Desfazer
      </Button>
    </Group>
  </Banner>
)
