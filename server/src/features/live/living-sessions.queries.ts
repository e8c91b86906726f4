import type { Role } from '@malote/core/users/role.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { dutyOfSession } from '../../platform/http/auth.ts'

/** A session that has not ended. */
export interface LivingSession {
  /** The person as they are now. */
  viewer: Viewer
  /** Whether the person must do something before anything else. */
  hasDuty: boolean
}

/**
 * The sessions that have not ended. Does not extend them.
 *
 * @param demanded the roles of which a second step is demanded
 */
export async function livingSessions(
  db: Db,
  demanded: readonly Role[],
  ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, LivingSession>> {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['s.id as sessionId', 'u.id', 'u.name', 'u.role', 'u.departmentId'])
    .select(dutyOfSession(sql`${[...demanded]}`).as('duty'))
    .where('s.id', '=', anyOf(ids))
    .where('s.expiresAt', '>', now.toISOString())
    .where('u.isActive', '=', true)
    .execute()
  return new Map(
    rows.map(({ sessionId, duty, role, ...person }) => [
      sessionId,
      { viewer: { ...person, role: role as Role }, hasDuty: duty !== null },
    ]),
  )
}
