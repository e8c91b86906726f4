import { answerOpening, answerReply, givenAnswerWire, openedAnswerWire } from '@malote/core/answers/answer.ts'
import { mostNotifiedPerHour } from '../../platform/http/fair-use.ts'
import type { App } from '../../platform/http/fastify.ts'
import { lazyBody } from '../../platform/http/valid-body.ts'
import { callLimit } from '../auth/public.ts'
import { giveAnswer, openAnswer } from './give-answer.ts'

/** Calls of one address in a minute, both routes together. */
const mostPerMinute = 30

/** Reminders are answered from their mail, without a session (contract 21.22 to 21.26). */
export async function answersRoutes(app: App) {
  const { db, settings } = app
  const clock = () => ({ now: app.now(), timeZone: settings.APP_TIMEZONE })
  const mostNotified = mostNotifiedPerHour(settings.FAIR_USE_FACTOR)
  const limit = callLimit(db, 'answers', mostPerMinute)
  app.addHook('onRequest', ({ ip }) => limit(ip))

  app.post(
    '/api/answers/open',
    { config: { access: 'everyone' }, schema: { body: answerOpening, response: { 200: openedAnswerWire } } },
    ({ body }) => openAnswer(db, body.token, clock()),
  )

  app.post(
    '/api/answers',
    {
      config: { access: 'everyone' },
      attachValidation: true,
      schema: { body: givenAnswerWire, response: { 200: answerReply } },
    },
    async (request) => {
      const body = lazyBody(request)
      const token = answerOpening.safeParse(request.body).data?.token ?? body().token
      return { message: await giveAnswer(db, token, body, { address: request.ip, mostNotified }, clock()) }
    },
  )
}
