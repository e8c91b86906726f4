import type { RatingBody } from '@malote/core/help/rating.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Trx } from '../../platform/db/connect.ts'

export const insertRating = (trx: Trx, viewer: Viewer, { rating, helpSection, comments }: RatingBody, now: Date) =>
  trx
    .insertInto('ratings')
    .values({ userId: viewer.id, section: helpSection, rating, comments: comments || null, createdAt: now })
    .returning(['id', 'section as helpSection', 'comments', 'createdAt'])
    .executeTakeFirstOrThrow()
