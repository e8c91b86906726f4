import type { RatingBody } from '@malote/core/help/rating.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../db/connect.ts'
import { refuseOn } from '../../db/violations.ts'

/**
 * One rating of a section for each person; the first one stays (SPEC 4 "Help rating").
 *
 * @throws AppError ALREADY_RATED
 */
export function rateHelp(db: Db, viewer: Viewer, { rating, helpSection, comments }: RatingBody, now: Date) {
  return refuseOn(
    'unique',
    (cause) => new AppError('ALREADY_RATED', { cause }),
    db
      .insertInto('ratings')
      .values({ userId: viewer.id, section: helpSection, rating, comments: comments ?? null, createdAt: now })
      .returning(['id', 'rating', 'section as helpSection', 'comments', 'createdAt'])
      .executeTakeFirstOrThrow(),
  )
}
