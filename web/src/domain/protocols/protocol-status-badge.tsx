import { StatusBadge } from '../../ui/status-badge.tsx'
import { displayLook } from './display-looks.ts'

/** Colour and icon follow the keyword in the status (contract 4.4). */
export function ProtocolStatusBadge({ status }: { status: string | null | undefined }) {
  return <StatusBadge {...displayLook(status)}>{status || 'Sem status'}</StatusBadge>
}
