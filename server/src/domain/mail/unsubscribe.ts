import { createHmac, timingSafeEqual } from 'node:crypto'
import { type NotificationType, notificationTypes } from '@malote/core/notifications/notification-type.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'

/** One type of notification of one person: all that the token of such an address can switch off. */
export interface Subscription {
  userId: number
  type: NotificationType
}

/** The address by which a mail program switches off a kind of mail with one click (RFC 8058). */
export async function unsubscribeUrl(db: Db, { APP_URL }: Config, subscription: Subscription): Promise<string> {
  const { userId, type } = subscription
  return `${APP_URL}/api/unsubscribe/${userId}.${type}.${signatureOf(subscription, await keyOf(db))}`
}

/** What the token of such an address is for; undefined when it is not ours. */
export async function readUnsubscribeToken(db: Db, token: string): Promise<Subscription | undefined> {
  const [, id = '', name = '', signature = ''] = /^(\d{1,9})\.(\w+)\.([\w-]{43})$/.exec(token) ?? []
  const type = notificationTypes.find((known) => known === name)
  if (type === undefined) return undefined
  const subscription = { userId: Number(id), type }
  const expected = signatureOf(subscription, await keyOf(db))
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? subscription : undefined
}

const signatureOf = ({ userId, type }: Subscription, key: string) =>
  createHmac('sha256', key).update(`${userId}.${type}`).digest('base64url')

const keyOf = async (db: Db) =>
  (await db.selectFrom('settings').select('unsubscribeKey').executeTakeFirstOrThrow()).unsubscribeKey
