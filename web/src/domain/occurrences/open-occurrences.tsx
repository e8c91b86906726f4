import { IconAlertTriangle } from '@tabler/icons-react'
import { counted } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

/** How many occurrences of an item or a protocol are open; nothing when none is. */
export function OpenOccurrences({ count }: { count: number | null | undefined }) {
  if (!count) return null
  return (
    <StatusBadge tone="danger" icon={IconAlertTriangle}>
      {counted(count, 'ocorrência', 'ocorrências')}
    </StatusBadge>
  )
}
