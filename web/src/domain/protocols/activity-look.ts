import { type ActivityKind, activityKindOf } from '@malote/core/shared/display-keyword.ts'
import {
  IconAlertTriangle,
  IconEraser,
  IconInbox,
  IconMessage,
  IconMessageOff,
  IconMessagePlus,
  IconPlus,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react'
import { displayLook } from './display-looks.ts'

/** Icons of some activities; the others get the icon of their status keyword. */
const icons: Partial<Record<ActivityKind, TablerIcon>> = {
  created: IconPlus,
  commentAdded: IconMessagePlus,
  commentDeleted: IconMessageOff,
  comment: IconMessage,
  received: IconInbox,
  assigned: IconUser,
  removed: IconEraser,
  occurrence: IconAlertTriangle,
}

/** Colour and icon of an activity in timelines and in the recent activities. The colour follows its keyword. */
export function activityLook(action: string | null | undefined) {
  const look = displayLook(action)
  return { tone: look.tone, icon: icons[activityKindOf(action)] ?? look.icon }
}
