import { Button, Group } from '@mantine/core'
import { type Control, useWatch } from 'react-hook-form'
import { counted } from '../../../lib/format.ts'
import { Banner } from '../../../ui/banner.tsx'
import type { ProtocolForm } from '../form/protocol-form.ts'
import classes from './destination-field.module.css'

interface ClearedNoteProps {
  control: Control<ProtocolForm>
  /** How many responsible people were removed. */
  count: number
  onUndo: () => void
}

/** Says that a change of the destination removed the responsible people, and takes it back. */
export function ClearedNote({ control, count, onUndo }: ClearedNoteProps) {
  const isToMany = useWatch({ control, name: 'destinationDepartmentIds' }) !== null
  return (
    <div role="status" className={classes.cleared}>
      {count > 0 && !isToMany && (
        <Banner tone="progress" isInSpoken>
          <Group gap="xs" justify="space-between">
            <p>
              {counted(count, 'responsável foi retirado', 'responsáveis foram retirados')}, porque o departamento de
              destino mudou.
            </p>
            <Button variant="default" size="compact-md" onClick={onUndo}>
              Desfazer
            </Button>
          </Group>
        </Banner>
      )}
    </div>
  )
}
