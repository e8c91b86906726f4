import { type ProtocolStatus, protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { type DisplayKind, displayKindOf } from '@malote/core/shared/display-keyword.ts'
import {
  IconArrowBackUp,
  IconArrowRight,
  IconCheck,
  IconClock,
  IconPencil,
  IconPoint,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ChartTone } from '../../ui/chart/chart-tones.ts'
import type { Tone } from '../../ui/status-badge.tsx'

interface Look {
  tone: Tone
  icon: TablerIcon
}

const looks: Record<DisplayKind, Look> = {
  pending: { tone: 'pending', icon: IconClock },
  completed: { tone: 'success', icon: IconCheck },
  cancelled: { tone: 'danger', icon: IconX },
  returned: { tone: 'pending', icon: IconArrowBackUp },
  edited: { tone: 'pending', icon: IconPencil },
  inProgress: { tone: 'progress', icon: IconArrowRight },
  other: { tone: 'progress', icon: IconPoint },
}

/** Colour and icon of a text, by the keyword in it (contract 4.4). */
export const displayLook = (text: string | null | undefined): Look => looks[displayKindOf(text)]

/** Chart colours of the statuses, by label. */
export const statusChartTones: Record<ProtocolStatus, ChartTone> = {
  [protocolStatus.pending]: 'pending',
  [protocolStatus.inProgress]: 'progress',
  [protocolStatus.completed]: 'success',
  [protocolStatus.cancelled]: 'danger',
}
