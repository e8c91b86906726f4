import { accountNotice } from '@malote/core/notifications/notification-type.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { queueMail } from '../mail/mail-queue.ts'

/** Something that happened to a person's own account. */
interface AccountNotice {
  userId: number
  title: string
  message: string
  at: Date
}

/** Tells a person in the app, and by e-mail if that is configured. It cannot be switched off. */
export async function notifyAccount(trx: Trx, { at, ...notice }: AccountNotice): Promise<void> {
  await trx
    .insertInto('notifications')
    .values({ ...notice, type: accountNotice, createdAt: at })
    .execute()
  await queueMail(trx, [{ kind: 'account', ...notice }])
}
