import { AppError } from '@malote/core/shared/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { anonymizePerson } from './anonymize-person.ts'

/** People per query; each is a transaction of its own. */
const batchSize = 100

/**
 * Anonymises those who left longer ago than `RETENTION_PEOPLE_DAYS` and hold no pending items. Does nothing without that
 * setting.
 *
 * @returns the number of anonymised people
 */
export async function anonymizeDeparted(
  db: Db,
  { RETENTION_PEOPLE_DAYS: days }: Pick<Config, 'RETENTION_PEOPLE_DAYS'>,
  now: Date,
): Promise<number> {
  if (days === undefined) return 0
  const leftBefore = new Date(now.getTime() - days * 24 * 3_600_000).toISOString()
  let done = 0
  let last = 0
  for (;;) {
    const departed = await db
      .selectFrom('users')
      .select('id')
      .where('isActive', '=', false)
      .where('anonymizedAt', 'is', null)
      .where('deactivatedAt', '<', leftBefore)
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    for (const { id } of departed) {
      if (await isDone(anonymizePerson(db, null, id, now))) done += 1
      last = id
    }
    if (departed.length < batchSize) return done
  }
}

/** People who came back meanwhile, or who still answer for items, stay as they are. */
const isDone = (work: Promise<void>) =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
