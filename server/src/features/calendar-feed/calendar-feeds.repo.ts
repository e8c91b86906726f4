import type { FeedState } from '@malote/core/calendar-feed/calendar-feed.ts'
import type { Role } from '@malote/core/users/role.ts'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newToken, tokenHash } from '../../platform/http/auth.ts'

/** Whose calendar it is. */
export interface FeedOwner {
  id: number
  name: string
  role: Role
  departmentId: number | null
}

/** Creates the person's feed; an earlier address ends. Returns the token, of which only a hash is stored. */
export async function replaceFeed(db: Db, userId: number, now: Date): Promise<string> {
  const token = newToken()
  const feed = { tokenHash: tokenHash(token), createdAt: now }
  await db
    .insertInto('calendarFeeds')
    .values({ userId, ...feed })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(feed))
    .execute()
  return token
}

/** Ends the feeds of these people. Returns false when none of them had one. */
export async function dropFeeds(db: Db, userIds: readonly number[]): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('calendarFeeds')
    .where('userId', '=', anyOf(userIds))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function feedStateOf(db: Db, userId: number): Promise<FeedState> {
  const feed = await db.selectFrom('calendarFeeds').select('createdAt').where('userId', '=', userId).executeTakeFirst()
  return { createdAt: feed?.createdAt ?? null }
}

/** The active person whose feed has this token. */
export async function ownerOfFeed(db: Db, token: string): Promise<FeedOwner | undefined> {
  const owner = await db
    .selectFrom('calendarFeeds')
    .innerJoin('users', 'users.id', 'calendarFeeds.userId')
    .select(['users.id', 'users.name', 'users.role', 'users.departmentId'])
    .where('tokenHash', '=', tokenHash(token))
    .where('users.isActive', '=', true)
    .executeTakeFirst()
  return owner && { ...owner, role: owner.role as Role }
}
