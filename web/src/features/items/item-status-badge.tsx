import { itemStatus } from '@malote/core/items/item-status.ts'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'

const looks: Record<string, { tone: Tone; word: string }> = {
  [itemStatus.pending]: { tone: 'pending', word: 'Pendente' },
  [itemStatus.returned]: { tone: 'returned', word: 'Retornado' },
  [itemStatus.completed]: { tone: 'success', word: 'Concluído' },
  [itemStatus.cancelled]: { tone: 'danger', word: 'Cancelado' },
}

/** The status in whatever letters it comes; one that nobody knows is shown as it is (SPEC 4). */
export function ItemStatusBadge({ status }: { status: string | null | undefined }) {
  const { tone, word } = looks[status?.toLowerCase() ?? ''] ?? { tone: 'neutral', word: status || 'Sem status' }
  return <StatusBadge tone={tone}>{word}</StatusBadge>
}
