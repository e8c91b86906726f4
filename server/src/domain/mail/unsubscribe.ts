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
  const text = `${userId}.${type}`
  return `${APP_URL}/api/unsubscribe/${text}.${await signatureOf(db, text)}`
}

/** What the token of such an address is for; undefined when it is not ours. */
export async function readUnsubscribeToken(db: Db, token: string): Promise<Subscription | undefined> {
  const [, id = '', name = '', signature = ''] = /^(\d{1,9})\.(\w+)\.([\w-]{43})$/.exec(token) ?? []
  const type = notificationTypes.find((known) => known === name)
  if (type === undefined) return undefined
  return (await isSignature(db, `${id}.${name}`, signature)) ? { userId: Number(id), type } : undefined
}

/** Signs what a link in a mail lets its reader do without a session. Each kind of link begins with other words. */
export async function signatureOf(db: Db, text: string): Promise<string> {
  const { unsubscribeKey: key } = await db.selectFrom('settings').select('unsubscribeKey').executeTakeFirstOrThrow()
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** @param signature 43 characters of base64url */
export const isSignature = async (db: Db, text: string, signature: string): Promise<boolean> =>
  timingSafeEqual(Buffer.from(signature), Buffer.from(await signatureOf(db, text)))
