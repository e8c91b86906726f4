import { type Role, role } from '@malote/core/users/role.ts'
import { IconShieldCheck, IconUser, IconUserStar, type TablerIcon } from '@tabler/icons-react'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'

const looks: Record<Role, { tone: Tone; icon: TablerIcon }> = {
  [role.admin]: { tone: 'progress', icon: IconShieldCheck },
  [role.manager]: { tone: 'returned', icon: IconUserStar },
  [role.user]: { tone: 'neutral', icon: IconUser },
}

export function RoleBadge({ value }: { value: Role }) {
  return <StatusBadge {...(looks[value] ?? looks[role.user])}>{value ?? '—'}</StatusBadge>
}

export function FirstAccessBadge() {
  return <StatusBadge tone="pending">Primeiro acesso</StatusBadge>
}
