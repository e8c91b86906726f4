import {
  type Rating,
  type RatingBody,
  ratingAnalytics,
  ratingBody,
  ratingCheck,
  ratingFilter,
  ratingsWire,
  ratingWire,
} from '@malote/core/help/rating.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { z } from 'zod'
import type { Db } from '../../platform/db/connect.ts'
import { refuseOn } from '../../platform/db/failures.ts'
import type { App } from '../../platform/http/fastify.ts'
import { memoize } from '../../platform/memoize.ts'
import type { makeManual } from './manual.ts'
import { analyseRatings, checkRating, insertRating, ratingsOf } from './ratings.repo.ts'

const manual = new URL('./manual.ts', import.meta.url)

/** The manual's download. */
export async function helpRoutes(app: App) {
  // Created once a day: only releases and the organisation's name change it.
  let made: { day: string; manual: () => Promise<Buffer> } | undefined

  app.get('/api/help/manual', { config: { access: 'signed-in', isLong: true } }, async (_request, reply) => {
    const day = civilDateIn(app.now(), app.settings.APP_TIMEZONE)
    if (made?.day !== day) {
      const asked = { organisation: app.settings.ORG_NAME ?? 'Malote', today: day }
      made = { day, manual: memoize(() => app.threads.run<typeof makeManual>(manual, 'makeManual', asked)) }
    }
    return reply
      .type('application/pdf')
      .header('content-disposition', 'attachment; filename="manual-do-malote.pdf"')
      .send(await made.manual())
  })
}

const sectionParams = z.object({ section: ratingBody.shape.helpSection })

/** Ratings of the help centre; only Admins see the analytics (contract 10.7). */
export async function feedbackRoutes(app: App) {
  app.post(
    '/feedback/rating',
    { config: { access: 'signed-in' }, schema: { body: ratingBody, response: { 201: ratingWire } } },
    async ({ viewer, body }, reply) => reply.code(201).send(await rateHelp(app.db, viewer, body, app.now())),
  )

  app.get(
    '/feedback/user',
    { config: { access: 'signed-in' }, schema: { response: { 200: ratingsWire } } },
    async ({ viewer }) => ({
      ratings: await ratingsOf(app.db, viewer.id),
    }),
  )

  app.get(
    '/feedback/check/:section',
    { config: { access: 'signed-in' }, schema: { params: sectionParams, response: { 200: ratingCheck } } },
    ({ viewer, params }) => checkRating(app.db, viewer.id, params.section),
  )

  app.get(
    '/feedback/analytics',
    { config: { access: canAdminister }, schema: { querystring: ratingFilter, response: { 200: ratingAnalytics } } },
    ({ query }) => analyseRatings(app.db, query, app.settings.APP_TIMEZONE),
  )
}

/**
 * Stores a person's rating of a section; only the first one counts (contract 4.29).
 *
 * @throws AppError ALREADY_RATED
 */
const rateHelp = (db: Db, viewer: Viewer, body: RatingBody, now: Date): Promise<Rating> =>
  refuseOn(
    'unique',
    (cause) => new AppError('ALREADY_RATED', { cause }),
    db.transaction().execute(async (trx) => {
      const given = await insertRating(trx, viewer, body, now)
      return { ...given, rating: body.rating }
    }),
  )
