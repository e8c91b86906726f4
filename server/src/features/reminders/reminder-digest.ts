import { messageWithReason } from '@malote/core/notifications/notification.ts'
import { kindWords } from '@malote/core/occurrences/occurrence.ts'
import {
  type ReminderKind,
  type ReminderRole,
  reminderKind,
  reminderRoles,
} from '@malote/core/reminders/reminder-rules.ts'
import {
  awaitingWords,
  dueDateWords,
  type ReminderCounts,
  reminderReason,
  reminderTitle,
} from '@malote/core/reminders/reminder-words.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { andMore } from '@malote/core/shared/portuguese.ts'
import { itemLabel } from '../../domain/custody/item-label.ts'
import type { ReminderLine } from '../../domain/mail/mail-queue.ts'
import type { OwnNotice } from '../../domain/notices/write-notifications.ts'
import type { ConcerningItem } from './due-items.queries.ts'
import type { AwaitedReceipt } from './reminders.repo.ts'

type RemindedItem = ConcerningItem & { kind: ReminderKind }

/** One person's reminder of a morning. Lists only the first items, however many there are. */
export interface Digest extends ReminderCounts {
  total: number
  /** The items with the earliest due dates, as many as a mail lists. */
  named: readonly RemindedItem[]
  /** All items, as far as the notification keeps them. */
  itemIds: readonly number[]
  reminderRoles: ReadonlySet<ReminderRole>
  /** The protocol of all items; null when they belong to several. */
  protocolId: number | null
  /** Protocols that nobody has received, the longest-waiting ones in `awaitedReceipts`. */
  awaited: number
  awaitedReceipts: readonly AwaitedReceipt[]
}

/** Maximum number of items listed in a mail and in a notification. */
const most = { mail: 50, app: 3 }

/** Maximum number of items that a notification keeps, to list exactly these. */
const mostKept = 500

/** Maximum number of unreceived protocols listed in a mail. */
export const mostAwaited = 20

export const emptyDigest: Digest = {
  total: 0,
  overdue: 0,
  dueToday: 0,
  dueTomorrow: 0,
  coming: null,
  named: [],
  itemIds: [],
  reminderRoles: new Set(),
  protocolId: null,
  awaited: 0,
  awaitedReceipts: [],
}

/** A copy of the digest with one more item. */
export function withReminder(digest: Digest, item: RemindedItem): Digest {
  const { overdue, dueToday, dueTomorrow } = reminderKind
  return {
    ...digest,
    total: digest.total + 1,
    overdue: digest.overdue + (item.kind === overdue ? 1 : 0),
    dueToday: digest.dueToday + (item.kind === dueToday ? 1 : 0),
    dueTomorrow: digest.dueTomorrow + (item.kind === dueTomorrow ? 1 : 0),
    coming:
      item.kind === dueTomorrow ? { first: digest.coming?.first ?? item.dueDate, last: item.dueDate } : digest.coming,
    named: digest.named.length < most.mail ? [...digest.named, item] : digest.named,
    itemIds: digest.itemIds.length < mostKept ? [...digest.itemIds, item.id] : digest.itemIds,
    reminderRoles: digest.reminderRoles.has(item.reminderRole)
      ? digest.reminderRoles
      : new Set([...digest.reminderRoles, item.reminderRole]),
    protocolId: digest.total === 0 || digest.protocolId === item.protocolId ? item.protocolId : null,
  }
}

type NoticeOfDigest = Omit<OwnNotice, 'userId' | 'createdAt'>

/** The notification for the app. */
export function noticeOf(digest: Digest, today: CivilDate): NoticeOfDigest {
  const { named, itemIds, total, awaited, awaitedReceipts } = digest
  const lines = named
    .slice(0, most.app)
    .map((item) => `${itemLabel(item)}, protocolo #${item.protocolId}: ${words(item, today)}`)
  const receipts = awaitedReceipts
    .slice(0, most.app)
    .map((one) => `Protocolo #${one.id}, ${pathOf(one)}: ${awaitedWords(one)}`)
  const what = [
    ...lines,
    ...andMore(total - lines.length, 'item', 'itens'),
    ...receipts,
    ...andMore(awaited - receipts.length, 'protocolo', 'protocolos'),
  ].join('\n')
  const protocolId = subjectOf(digest)
  return {
    type: 'item_return',
    title: reminderTitle(digest, today),
    message: messageWithReason(what, reasonOf(digest)),
    protocolId,
    isOfSeveral: protocolId === null || awaited > 1,
    itemId: total === 1 && awaited === 0 ? (named[0]?.id ?? null) : null,
    ...(total > 0 && total === itemIds.length && { itemIds }),
  }
}

/** The protocol that the notification opens; null opens the returns screen, which does not list unreceived protocols. */
function subjectOf({ total, protocolId, awaitedReceipts }: Digest): number | null {
  const [longest] = awaitedReceipts
  if (!longest) return protocolId
  return total === 0 || protocolId === longest.id ? longest.id : null
}

/** People of the destination, who can answer from the mail (contract 21.22). */
const answering: ReadonlySet<ReminderRole> = new Set(['responsible', 'stand-in', 'stand-in for leaver', 'manager'])

/** The contents of the mail, as ordered from the queue. */
export const mailOf = (digest: Digest, today: CivilDate) => ({
  title: reminderTitle(digest, today),
  lines: [
    ...digest.named.map(
      (item): ReminderLine => ({
        protocolId: item.protocolId,
        item: itemLabel(item),
        path: pathOf(item),
        words: words(item, today),
        isOverdue: item.kind === reminderKind.overdue,
        ...(answering.has(item.reminderRole) && { answers: { itemId: item.id, dueDate: item.dueDate } }),
      }),
    ),
    ...digest.awaitedReceipts.map(
      (one): ReminderLine => ({
        protocolId: one.id,
        item: 'Protocolo ainda não recebido',
        path: pathOf(one),
        words: awaitedWords(one),
        isOverdue: false,
      }),
    ),
  ],
  omitted: digest.total - digest.named.length + digest.awaited - digest.awaitedReceipts.length,
  omittedProtocols: digest.awaited - digest.awaitedReceipts.length,
  because: reasonOf(digest),
})

const words = ({ dueDate, isAwaited, whereabouts, reported }: RemindedItem, today: CivilDate) =>
  [
    dueDateWords(dueDate, today),
    ...(isAwaited ? ['ainda não recebido'] : []),
    ...(whereabouts === null ? [] : [`encaminhado para ${whereabouts}`]),
    ...(reported ? [`ocorrência aberta: ${kindWords[reported]}`] : []),
  ].join(', ')

const pathOf = (ends: Pick<AwaitedReceipt, 'originDepartment' | 'destinationDepartment'>) =>
  `${ends.originDepartment} → ${ends.destinationDepartment}`

/** The creator can still do something about it. */
const awaitedWords = ({ days, isCreator }: AwaitedReceipt) =>
  `${awaitingWords(days)}${isCreator ? '; você pode redirecionar ou cancelar' : ''}`

const reasonOf = ({ reminderRoles: found, total, awaitedReceipts }: Digest) =>
  reminderReason(
    reminderRoles.filter((reminderRole) => found.has(reminderRole)),
    total === 1,
    [
      ...(awaitedReceipts.some(({ isCreator }) => !isCreator) ? ['receiving manager' as const] : []),
      ...(awaitedReceipts.some(({ isCreator }) => isCreator) ? ['sender' as const] : []),
    ],
  )
