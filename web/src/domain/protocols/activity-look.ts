import { type ActivityKind, activityKindOf } from '@malote/core/shared/display-keyword.ts'
import {
  IconInbox,
  IconMessage,
  IconMessageOff,
  IconMessagePlus,
  IconPlus,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react'
import { displayLook } from './display-looks.ts'

/** What an activity has a picture of its own for; the rest is drawn like a status. */
const icons: Partial<Record<ActivityKind, TablerIcon>> = {
  created: IconPlus,
  commentAdded: IconMessagePlus,
  commentDeleted: IconMessageOff,
  comment: IconMessage,
  received: IconInbox,
  assigned: IconUser,
}

/** How timelines and the recent activities draw what happened: the colour of its keyword, and an icon. */
export function activityLook(action: string | null | undefined) {
  const look = displayLook(action)
  return { tone: look.tone, icon: icons[activityKindOf(action)] ?? look.icon }
}
