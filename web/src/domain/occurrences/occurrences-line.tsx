import { occurrencesAnchor } from '@malote/core/notifications/notification.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { counted } from '../../lib/format.ts'
import { TextLink } from '../../ui/links.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './occurrences.module.css'

/** Says how many occurrences of a protocol are open, and leads to them; nothing when none is. */
export function OccurrencesLine({ protocol: { id, openOccurrences } }: { protocol: ProtocolDetail }) {
  if (!openOccurrences) return null
  return (
    <TextLink
      to="/protocolos/$id"
      params={{ id: String(id) }}
      hash={occurrencesAnchor}
      resetScroll={false}
      // Also when the address leads there already.
      onClick={() => document.getElementById(occurrencesAnchor)?.focus()}
      className={classes.line}
      inherit
    >
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      {counted(openOccurrences, 'ocorrência aberta', 'ocorrências abertas')}
    </TextLink>
  )
}

/** How many occurrences of an item or a protocol are open; nothing when none is. */
export function OpenOccurrences({ count }: { count: number | null | undefined }) {
  if (!count) return null
  return (
    <StatusBadge tone="danger" icon={IconAlertTriangle}>
      {counted(count, 'ocorrência', 'ocorrências')}
    </StatusBadge>
  )
}
