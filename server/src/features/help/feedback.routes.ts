import {
  ratingAnalytics,
  ratingBody,
  ratingCheck,
  ratingFilter,
  ratingsWire,
  ratingWire,
} from '@malote/core/help/rating.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import { z } from 'zod'
import type { App } from '../../platform/http/fastify.ts'
import { rateHelp } from './rate-help.ts'
import { analyseRatings, checkRating, ratingsOf } from './ratings.repo.ts'

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
