import type { Db } from '../../db/connect.ts'
import { queueMail } from '../mail/public.ts'
import { type Throttle, ThrottledError } from './throttle.ts'

/**
 * Asks for a link by e-mail. Who the address belongs to, and whether to anybody, is found out by the job: the request
 * does the same for every address, and its answer tells nothing.
 */
export async function forgotPassword(db: Db, throttle: Throttle, email: string, ip: string): Promise<void> {
  try {
    await throttle.reserve(email, ip)
  } catch (refusal) {
    if (refusal instanceof ThrottledError) return // silently: the answer is the same as ever
    throw refusal
  }
  await db.transaction().execute((trx) => queueMail(trx, [{ kind: 'passwordReset', email }]))
}
