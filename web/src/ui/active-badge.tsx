import { StatusBadge } from './status-badge.tsx'

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? <StatusBadge tone="success">Ativo</StatusBadge> : <StatusBadge tone="neutral">Inativo</StatusBadge>
}
