import type { Duty } from '@malote/core/auth/duty.ts'
import type { Trx } from '../../db/connect.ts'

/** What a person must do in their session before anything else; undefined when nothing. */
export async function dutyOf(trx: Trx, userId: number): Promise<Duty | undefined> {
  const { mustChangePassword } = await trx
    .selectFrom('users')
    .select('mustChangePassword')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return mustChangePassword ? 'choose-password' : undefined
}

/** Call after a person has done their duty: the session gets the next one, or is open. */
export async function settleDuty(trx: Trx, userId: number, sessionId: number): Promise<Duty | null> {
  const duty = (await dutyOf(trx, userId)) ?? null
  await trx.updateTable('sessions').set({ duty }).where('id', '=', sessionId).execute()
  return duty
}
