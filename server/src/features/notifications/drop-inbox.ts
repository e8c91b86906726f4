import type { Trx } from '../../db/connect.ts'

/** Deletes all notifications of a person. */
export async function dropInbox(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('notifications').where('userId', '=', userId).execute()
}
