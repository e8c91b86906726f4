import { itemStatus } from '@malote/core/items/item-status.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { displayLook } from '../protocols/display-looks.ts'

const words: Record<string, string> = {
  [itemStatus.pending]: 'Pendente',
  [itemStatus.returned]: 'Retornado',
  [itemStatus.completed]: 'Concluído',
  [itemStatus.cancelled]: 'Cancelado',
}

/** Matches the status case-insensitively; shows an unknown one unchanged (contract 4.14). */
export function ItemStatusBadge({ status }: { status: string | null | undefined }) {
  return (
    <StatusBadge {...displayLook(status)}>{words[status?.toLowerCase() ?? ''] ?? (status || 'Sem status')}</StatusBadge>
  )
}
