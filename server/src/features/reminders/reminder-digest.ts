import { messageWithReason } from '@malote/core/notifications/notification.ts'
import {
  type ReminderKind,
  type ReminderRole,
  reminderKind,
  reminderRoles,
} from '@malote/core/reminders/reminder-rules.ts'
import {
  deadlineWords,
  type ReminderCounts,
  reminderReason,
  reminderTitle,
} from '@malote/core/reminders/reminder-words.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { ReminderLine } from '../mail/public.ts'
import type { OwnNotice } from '../notifications/public.ts'
import { itemLabel } from '../protocols/public.ts'
import type { ConcerningItem } from './deadlines.queries.ts'

type RemindedItem = ConcerningItem & { kind: ReminderKind }

/** One person's reminder of a morning. Lists only the first items, however many there are. */
export interface Digest extends ReminderCounts {
  total: number
  /** The items with the earliest due dates, as many as a mail lists. */
  named: readonly RemindedItem[]
  reminderRoles: ReadonlySet<ReminderRole>
  /** The protocol of all items; null when they belong to several. */
  protocolId: number | null
}

/** Maximum number of items listed in a mail and in a notification. */
const most = { mail: 50, app: 3 }

export const emptyDigest: Digest = {
  total: 0,
  overdue: 0,
  dueToday: 0,
  dueTomorrow: 0,
  coming: null,
  named: [],
  reminderRoles: new Set(),
  protocolId: null,
}

/** A copy of the digest with one more item. */
export function withReminder(digest: Digest, item: RemindedItem): Digest {
  const { overdue, dueToday, dueTomorrow } = reminderKind
  return {
    total: digest.total + 1,
    overdue: digest.overdue + (item.kind === overdue ? 1 : 0),
    dueToday: digest.dueToday + (item.kind === dueToday ? 1 : 0),
    dueTomorrow: digest.dueTomorrow + (item.kind === dueTomorrow ? 1 : 0),
    coming:
      item.kind === dueTomorrow ? { first: digest.coming?.first ?? item.dueDate, last: item.dueDate } : digest.coming,
    named: digest.named.length < most.mail ? [...digest.named, item] : digest.named,
    reminderRoles: digest.reminderRoles.has(item.reminderRole)
      ? digest.reminderRoles
      : new Set([...digest.reminderRoles, item.reminderRole]),
    protocolId: digest.total === 0 || digest.protocolId === item.protocolId ? item.protocolId : null,
  }
}

type NoticeOfDigest = Omit<OwnNotice, 'userId' | 'createdAt'>

/** The notification for the app. */
export function noticeOf(digest: Digest, today: CivilDate): NoticeOfDigest {
  const { named, total, protocolId } = digest
  const lines = named
    .slice(0, most.app)
    .map((item) => `${itemLabel(item)}, protocolo #${item.protocolId}: ${words(item, today)}`)
  const rest = total - lines.length
  const what = [...lines, ...(rest > 0 ? [`e mais ${rest === 1 ? '1 item' : `${rest} itens`}`] : [])].join('\n')
  return {
    type: 'item_return',
    title: reminderTitle(digest, today),
    message: messageWithReason(what, reasonOf(digest)),
    protocolId,
    itemId: total === 1 ? (named[0]?.id ?? null) : null,
  }
}

/** The contents of the mail, as ordered from the queue. */
export const mailOf = (digest: Digest, today: CivilDate) => ({
  title: reminderTitle(digest, today),
  lines: digest.named.map(
    (item): ReminderLine => ({
      protocolId: item.protocolId,
      item: itemLabel(item),
      path: `${item.originDepartment} → ${item.destinationDepartment}`,
      words: words(item, today),
      isOverdue: item.kind === reminderKind.overdue,
    }),
  ),
  omitted: digest.total - digest.named.length,
  because: reasonOf(digest),
})

const words = ({ dueDate, isAwaited }: RemindedItem, today: CivilDate) =>
  `${deadlineWords(dueDate, today)}${isAwaited ? ', ainda não recebido' : ''}`

const reasonOf = ({ reminderRoles: found, total }: Digest) =>
  reminderReason(
    reminderRoles.filter((reminderRole) => found.has(reminderRole)),
    total === 1,
  )
