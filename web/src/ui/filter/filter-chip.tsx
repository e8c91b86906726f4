import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { focusContent } from '../../lib/content.ts'

interface FilterChipProps {
  name: string
  value: string
  onRemove: () => void
}

/** Says that a link has narrowed the list, and removes that filter. */
export const FilterChip = ({ name, value, onRemove }: FilterChipProps) => (
  <Button
    variant="default"
    size="compact-sm"
    radius="xl"
    rightSection={<IconX size={14} aria-hidden />}
    aria-label={`Remover o filtro de ${name.toLowerCase()}: ${value}`}
    onClick={() => {
      onRemove()
      focusContent() // the pressed button unmounts
    }}
  >
    {name}: {value}
  </Button>
)
