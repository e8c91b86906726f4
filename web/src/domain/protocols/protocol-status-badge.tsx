import { StatusBadge } from '../../ui/status-badge.tsx'
import { displayLook } from './display-looks.ts'

/** Its colour and icon go by the keyword in the word (contract 4.4). */
export function ProtocolStatusBadge({ status }: { status: string | null | undefined }) {
  return <StatusBadge {...displayLook(status)}>{status || 'Sem status'}</StatusBadge>
}
