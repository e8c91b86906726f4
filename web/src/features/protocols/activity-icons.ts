import type { ActivityKind } from '@malote/core/shared/display-keyword.ts'
import {
  IconArrowBackUp,
  IconCheck,
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

/** How the history and the recent activities draw what happened (SPEC 4 "Activity type display keywords"). */
export const activityIcons: Record<ActivityKind, TablerIcon> = {
  created: IconPlus,
  completed: IconCheck,
  cancelled: IconX,
  returned: IconArrowBackUp,
  edited: IconPencil,
  commentAdded: IconMessagePlus,
  commentDeleted: IconMessageOff,
  comment: IconMessage,
  received: IconInbox,
  assigned: IconUser,
  other: IconPoint,
}
