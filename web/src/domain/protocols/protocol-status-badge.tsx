import type { CancelKind } from '@malote/core/protocols/protocol.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { displayLook } from './display-looks.ts'

const cancelWords: Record<CancelKind, string> = {
  cancelled: 'Cancelado',
  refused: 'Recusado',
  redirected: 'Redirecionado',
}

/** What was done to a cancelled protocol. */
export const cancelWord = (kind: CancelKind | null | undefined) => cancelWords[kind ?? 'cancelled']

interface ProtocolStatusBadgeProps {
  status: string | null | undefined
  cancelKind?: CancelKind | null | undefined
}

/** Colour and icon follow the keyword in the status (contract 4.4). */
export function ProtocolStatusBadge({ status, cancelKind }: ProtocolStatusBadgeProps) {
  const badge = <StatusBadge {...displayLook(status)}>{status || 'Sem status'}</StatusBadge>
  // An ordinary cancellation needs no other word.
  if (!cancelKind || cancelKind === 'cancelled') return badge
  return (
    <>
      {badge} <StatusBadge tone="neutral">{cancelWord(cancelKind)}</StatusBadge>
    </>
  )
}
