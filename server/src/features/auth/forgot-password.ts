import { queueMail } from '../../domain/mail/mail-queue.ts'
import type { Db } from '../../platform/db/connect.ts'
import { type Throttle, ThrottledError } from './throttle.ts'

/**
 * Requests a link by e-mail. The job looks up the account later: the request does the same work for every address, so
 * that its response reveals nothing.
 */
export async function forgotPassword(db: Db, throttle: Throttle, email: string, ip: string): Promise<void> {
  try {
    await throttle.reserve(email, ip)
  } catch (refusal) {
    if (refusal instanceof ThrottledError) return // silently: the response is always the same
    throw refusal
  }
  await db.transaction().execute((trx) => queueMail(trx, [{ kind: 'passwordReset', email }]))
}
