import { itemStatus } from '@malote/core/items/item-status.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { IconBellRinging } from '@tabler/icons-react'
import { formatDateAtTime } from '../../lib/format.ts'
import classes from './items.module.css'
import { type Reminded, reminderWords } from './reminder.ts'

interface ReminderNoteProps {
  item: Reminded & { status: string }
  today: CivilDate
}

/** That a pending item was asked for, when and by whom. */
export function ReminderNote({ item, today }: ReminderNoteProps) {
  if (!item.remindedAt || item.status !== itemStatus.pending) return null
  return (
    <span className={classes.note} title={formatDateAtTime(item.remindedAt)}>
      <IconBellRinging size={14} stroke={1.75} className={classes.icon} aria-hidden />
      {reminderWords(item, today)}
    </span>
  )
}
