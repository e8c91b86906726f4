import { messageWithReason } from '@malote/core/notifications/notification.ts'
import type { NotificationType } from '@malote/core/notifications/notification-type.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { TypedText } from '../custody/typed-texts.repo.ts'
import { mailNoticesAfterwards } from '../mail/bundle-mails.ts'
import { noticeOrder } from '../mail/mail-queue.ts'
import { type Audience, isMember, wantsToKnow } from './audience.ts'
import { type Allowance, allowanceParts, ensureMayNotify, type Limited } from './notice-limit.ts'
import { rewriteNotifications, writeNotifications } from './write-notifications.ts'

/** One person's part of the notification that is about one protocol. */
export interface Part<Item> {
  protocolId: number
  items: readonly Item[]
}

/** The words of a notification. */
export interface NoticeText {
  title: string
  /** Says what happened; the reason for this recipient is appended. */
  message: string
  /** The protocol it leads to; null when it is about several. */
  protocolId: number | null
  /** The only item; null when there are several. */
  itemId: number | null
  /** What the message quotes of what people typed; absent when it quotes nothing. */
  texts?: readonly TypedText[]
  /** The items that a reminder names. */
  itemIds?: readonly number[]
}

/** Something that one person does to items of several protocols. */
interface Act<Item> extends Limited {
  type: NotificationType
  /** @param parts one per protocol, in the order of the act */
  text: (parts: readonly Part<Item>[]) => NoticeText
}

/** An audience whose people are notified of all items, or only of their own. */
export type ItemAudience<Item> = Audience & { only?: (item: Item, userId: number) => boolean }

interface Notified<Item> {
  /** Id of the notification. */
  id: number
  because: string
  parts: readonly Part<Item>[]
}

export type NoticesOfAct<Item> = ReturnType<typeof noticesOfAct<Item>>

/**
 * One notification per person for a whole act, although each protocol has its own transaction: the first one that
 * concerns a person writes the notification, and later ones add to it. What is committed is therefore always notified,
 * even if the process dies in between. The mails are queued at the end.
 */
export function noticesOfAct<Item>({ type, text, ...act }: Act<Item>) {
  const { by, at } = act
  const notified = new Map<number, Notified<Item>>()
  let uncommitted = new Map<number, Notified<Item>>()
  return {
    /**
     * Notifies of the items of one protocol, in the transaction that changes them.
     *
     * @throws AppError TOO_MANY_NOTIFIED, only if it is refusable
     */
    async notify(trx: Trx, { protocolId, items }: Part<Item>, to: readonly ItemAudience<Item>[]): Promise<void> {
      const recipients = await recipientsOf(trx, type, by.id, protocolId, to)
      const next = recipients.flatMap(({ userId, audiences }) => {
        const concerns = (audience: ItemAudience<Item>, item: Item) => audience.only?.(item, userId) ?? true
        const own = audiences
          .flatMap((number) => to[number - 1] ?? [])
          .filter((audience) => items.some((item) => concerns(audience, item)))
        if (own[0] === undefined) return []
        const part = { protocolId, items: items.filter((item) => own.some((audience) => concerns(audience, item))) }
        const { id, because, parts } = notified.get(userId) ?? { id: undefined, because: own[0].because, parts: [] }
        return [{ userId, id, because, parts: [...parts, part] }]
      })
      const isFirst = ({ id }: { id: number | undefined }) => id === undefined
      const mayTell = await takeAllowance(trx, act, next.filter(isFirst).length)
      const told = next.filter((one) => mayTell || !isFirst(one))
      const texts = told.map(({ userId, id, because, parts }) => {
        const { message, ...rest } = text(parts)
        const isOfSeveral = parts.length > 1
        return { userId, id, type, createdAt: at, message: messageWithReason(message, because), isOfSeveral, ...rest }
      })
      await rewriteNotifications(
        trx,
        texts.flatMap(({ id, ...notice }) => (id === undefined ? [] : [{ id, ...notice }])),
      )
      const written = await writeNotifications(trx, texts.filter(isFirst), { type, protocolId, at })
      uncommitted = new Map(
        told.map(({ userId, id, ...rest }) => [userId, { id: id ?? written.get(userId) ?? 0, ...rest }]),
      )
    },
    /** The transaction of the last `notify` was committed. */
    keep() {
      for (const [userId, one] of uncommitted) notified.set(userId, one)
      uncommitted = new Map()
    },
    /** The transaction of the last `notify` was rolled back. */
    drop() {
      uncommitted = new Map()
    },
    /** Queues one mail for each person, if e-mail is configured. */
    async mail(db: Db): Promise<void> {
      const orders = [...notified].map(([userId, { id, parts }]) => {
        const protocolIds = parts.map(({ protocolId }) => protocolId)
        return noticeOrder(userId, id, protocolIds)
      })
      await mailNoticesAfterwards(db, by, at, orders)
    },
  }
}

/** Counts people who are about to be notified. Returns false when they must be left out. */
async function takeAllowance(trx: Trx, { by, at, isRefusable }: Limited, people: number): Promise<boolean> {
  if (people === 0) return true
  const { rows } = await sql<Allowance>`
    with ${allowanceParts(by, at, sql`${people}::int`)} select coming, before, is_allowed from allowance
  `.execute(trx)
  if (isRefusable) await ensureMayNotify(trx, by, at, rows[0]?.before ?? 0, people)
  return rows[0]?.isAllowed ?? true
}

/** The people to be notified, and their audiences, numbered from 1. */
async function recipientsOf(
  trx: Trx,
  type: NotificationType,
  actorId: number,
  protocolId: number,
  to: readonly Audience[],
): Promise<{ userId: number; audiences: number[] }[]> {
  const members = to.map(isMember)
  const numbered = members.map((member, index) => sql`case when ${member} then ${index + 1}::int end`)
  const { rows } = await sql<{ userId: number; audiences: number[] }>`
    select users.id as user_id, array_remove(array[${sql.join(numbered)}], null) as audiences
    from users
    where ${wantsToKnow(type, actorId, protocolId)} and (${sql.join(members, sql` or `)})
    order by users.id`.execute(trx)
  return rows
}
