import {
  type Rating,
  type RatingBody,
  type RatingCheck,
  type RatingFilter,
  type RatingLevel,
  ratingLevels,
} from '@malote/core/help/rating.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'

export const insertRating = (trx: Trx, viewer: Viewer, { rating, helpSection, comments }: RatingBody, now: Date) =>
  trx
    .insertInto('ratings')
    .values({ userId: viewer.id, section: helpSection, rating, comments: comments || null, createdAt: now })
    .returning(['id', 'section as helpSection', 'comments', 'createdAt'])
    .executeTakeFirstOrThrow()

/** Maximum number of comments in the analytics. */
const quotedComments = 50

const ratings = (db: Db) =>
  db
    .selectFrom('ratings')
    .select([
      'id',
      (eb) => eb.ref('rating').$castTo<RatingLevel>().as('rating'),
      'section as helpSection',
      'comments',
      'createdAt',
    ])

/** All ratings of one person. There are fewer sections than the limit. */
export const ratingsOf = (db: Db, userId: number): Promise<Rating[]> =>
  ratings(db).where('userId', '=', userId).orderBy('id', 'desc').limit(100).execute()

/** Whether a person has rated a section, and the rating. */
export async function checkRating(db: Db, userId: number, section: string): Promise<RatingCheck> {
  const given = await ratings(db).where('userId', '=', userId).where('section', '=', section).executeTakeFirst()
  return { hasRated: given !== undefined, rating: given?.rating ?? null }
}

/** @param timeZone IANA name; the filter's days are days in this zone */
export async function analyseRatings(db: Db, filter: RatingFilter, timeZone: string) {
  const { helpSection, startDate, endDate } = filter
  const chosen = ratings(db)
    .$if(helpSection !== undefined, (query) => query.where('section', '=', helpSection ?? ''))
    .$if(startDate !== undefined, (query) =>
      query.where(sql<boolean>`created_at >= ${startDate}::date::timestamp at time zone ${timeZone}`),
    )
    .$if(endDate !== undefined, (query) =>
      query.where(sql<boolean>`created_at < (${endDate}::date + 1)::timestamp at time zone ${timeZone}`),
    )
  const [counts, comments] = await Promise.all([
    db
      .selectFrom(chosen.as('chosen'))
      .select(({ fn }) => ['rating', fn.countAll<number>().as('n')])
      .groupBy('rating')
      .execute(),
    chosen.where('comments', '!=', '').orderBy('id', 'desc').limit(quotedComments).execute(),
  ])
  const distribution = Object.fromEntries(
    ratingLevels.map((level) => [level, counts.find(({ rating }) => rating === level)?.n ?? 0]),
  ) as Record<RatingLevel, number>
  const total = counts.reduce((sum, { n }) => sum + n, 0)
  const points = ratingLevels.reduce((sum, level, index) => sum + distribution[level] * (index + 1), 0)
  return { total, average: total === 0 ? null : Math.round((points / total) * 10) / 10, distribution, comments }
}
