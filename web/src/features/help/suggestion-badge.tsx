import { suggestionBadge } from '@malote/core/help/suggestion.ts'
import { IconCircleCheck, IconCircleX, IconEye, IconRocket, type TablerIcon } from '@tabler/icons-react'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'

const looks: Record<string, { tone: Tone; icon: TablerIcon }> = {
  em_analise: { tone: 'progress', icon: IconEye },
  aprovada: { tone: 'success', icon: IconCircleCheck },
  implementada: { tone: 'returned', icon: IconRocket },
}

/** The status of a suggestion; renders nothing while it is new (contract 4.27). */
export function SuggestionBadge({ status }: { status: string }) {
  const label = suggestionBadge(status)
  if (!label) return null
  const { tone, icon } = looks[status] ?? { tone: 'danger' as const, icon: IconCircleX }
  return (
    <StatusBadge tone={tone} icon={icon}>
      {label}
    </StatusBadge>
  )
}
