import type { Role } from '@malote/core/users/role.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { anyOf, anyTextOf } from '../../db/any-of.ts'
import type { Db } from '../../db/connect.ts'

/** A session that has not ended. */
export interface LivingSession {
  /** The person as they are now. */
  viewer: Viewer
  /** Whether the person must do something before anything else, as `plugins/auth.ts` finds it. */
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
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id as sessionId', 'users.id', 'users.name', 'users.role', 'users.departmentId'])
    .select(({ eb, and, or, not, exists, selectFrom }) =>
      or([
        eb('sessions.duty', 'is not', null),
        and([
          eb('users.role', '=', anyTextOf(demanded)),
          eb('sessions.idToken', 'is', null),
          not(exists(selectFrom('secondStepMethods').select('id').whereRef('userId', '=', 'users.id'))),
        ]),
      ]).as('hasDuty'),
    )
    .where('sessions.id', '=', anyOf(ids))
    .where('sessions.expiresAt', '>', now.toISOString())
    .where('users.isActive', '=', true)
    .execute()
  return new Map(
    rows.map(({ sessionId, hasDuty, role, ...person }) => [
      sessionId,
      { viewer: { ...person, role: role as Role }, hasDuty: Boolean(hasDuty) },
    ]),
  )
}
