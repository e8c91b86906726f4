import { actOfHistory } from '@malote/core/acts/act.ts'
import { type ProtocolStatus, protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import {
  type ActivityKind,
  activityKindOf,
  type DisplayKind,
  displayKindOf,
} from '@malote/core/shared/display-keyword.ts'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowRight,
  IconCheck,
  IconClock,
  IconEraser,
  IconInbox,
  IconMessage,
  IconMessageOff,
  IconMessagePlus,
  IconPencil,
  IconPlus,
  IconPoint,
  IconUser,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ChartTone } from '../../ui/chart/chart-scale.ts'
import type { Tone } from '../../ui/status-badge.tsx'
import { actIcons } from '../acts/act-looks.ts'

interface Look {
  tone: Tone
  icon: TablerIcon
  isOutlined?: true
}

const looks: Record<DisplayKind, Look> = {
  pending: { tone: 'pending', icon: IconClock },
  completed: { tone: 'success', icon: IconCheck },
  cancelled: { tone: 'danger', icon: IconX },
  // Yellow as what is pending (contract 4.4), but it waits for one word only: without a ground.
  returned: { tone: 'pending', icon: IconArrowBackUp, isOutlined: true },
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

/** Icons of activities that are not called as an act of the table. */
const icons: Partial<Record<ActivityKind, TablerIcon>> = {
  created: IconPlus,
  commentAdded: IconMessagePlus,
  commentDeleted: IconMessageOff,
  comment: IconMessage,
  received: IconInbox,
  assigned: IconUser,
  removed: IconEraser,
  forwarded: actIcons.forward,
  occurrence: IconAlertTriangle,
}

/**
 * Colour and icon of an activity in timelines and in the recent activities. The colour follows its keyword, and so does
 * the icon of what was changed; every other act has the icon of its button.
 */
export function activityLook(action: string | null | undefined) {
  const look = displayLook(action)
  const act = displayKindOf(action) === 'edited' ? undefined : actOfHistory(action)
  return { tone: look.tone, icon: act ? actIcons[act] : (icons[activityKindOf(action)] ?? look.icon) }
}
