import { type DisplayKind, displayKindOf } from '@malote/core/shared/display-keyword.ts'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'

const tones: Record<DisplayKind, Tone> = {
  pending: 'pending',
  completed: 'success',
  cancelled: 'danger',
  returned: 'returned',
  edited: 'pending',
  inProgress: 'progress',
  other: 'progress',
}

/** Its colour goes by the keyword in the word (SPEC 4 "Display keywords"). */
export function ProtocolStatusBadge({ status }: { status: string | null | undefined }) {
  return <StatusBadge tone={tones[displayKindOf(status)]}>{status || 'Sem status'}</StatusBadge>
}
