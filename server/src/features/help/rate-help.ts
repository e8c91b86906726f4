import type { Rating, RatingBody } from '@malote/core/help/rating.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../platform/db/connect.ts'
import { refuseOn } from '../../platform/db/failures.ts'
import { insertRating } from './ratings.repo.ts'

/**
 * Stores a person's rating of a section; only the first one counts (contract 4.29).
 *
 * @throws AppError ALREADY_RATED
 */
export const rateHelp = (db: Db, viewer: Viewer, body: RatingBody, now: Date): Promise<Rating> =>
  refuseOn(
    'unique',
    (cause) => new AppError('ALREADY_RATED', { cause }),
    db.transaction().execute(async (trx) => {
      const given = await insertRating(trx, viewer, body, now)
      return { ...given, rating: body.rating }
    }),
  )
