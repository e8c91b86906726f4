import type { OwnSession } from '@malote/core/auth/own-session.ts'
import type { Db } from '../../platform/db/connect.ts'

/** A person's sessions, the most recently used first. */
export async function listOwnSessions(db: Db, userId: number, currentId: number, now: Date): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'lastSeenAt', 'expiresAt', 'userAgent', 'network'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now.toISOString())
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, isCurrent: row.id === currentId }))
}
