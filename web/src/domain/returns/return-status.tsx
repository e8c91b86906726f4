import { itemStatus } from '@malote/core/items/item-status.ts'
import { returnBadge, returnBadgeOf } from '@malote/core/items/return-badge.ts'
import type { ReturnRow, ReturnSide } from '@malote/core/returns/return-row.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { IconAlertTriangle, IconCalendarDue, type TablerIcon } from '@tabler/icons-react'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { ItemStatusBadge } from '../items/item-status-badge.tsx'

const looks: Record<string, { tone: Tone; icon?: TablerIcon }> = {
  [returnBadge.today]: { tone: 'pending', icon: IconCalendarDue },
  [returnBadge.overdue]: { tone: 'danger', icon: IconAlertTriangle },
  [returnBadge.pending]: { tone: 'pending' },
}

/** Contract 4.24; an item confirmed by the origin is neither overdue nor pending, whatever its due date. */
export function ReturnStatus({ row, today }: { row: Pick<ReturnRow, 'status' | 'returnDate'>; today: CivilDate }) {
  const status = row.status?.toLowerCase() ?? ''
  if (status === itemStatus.completed || status === itemStatus.cancelled) return <ItemStatusBadge status={status} />
  const badge = returnBadgeOf(status, row.returnDate, today)
  if (badge === returnBadge.returned) return <StatusBadge tone="success">{badge}</StatusBadge>
  return <StatusBadge {...(looks[badge] ?? { tone: 'neutral' })}>{badge}</StatusBadge>
}

/** Which side owes the item, from the viewer's perspective. */
export const sideWords: Record<ReturnSide, string> = { toReturn: 'Para devolver', toReceive: 'A receber de volta' }
