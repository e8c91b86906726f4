import { notificationFlagOf } from '@malote/core/notifications/notification-type.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { z } from 'zod'
import { readUnsubscribeToken } from '../../domain/mail/unsubscribe.ts'
import type { App } from '../../platform/http/fastify.ts'
import { noContent } from '../../platform/http/no-content.ts'
import { callLimit } from '../auth/public.ts'
import { changeUser } from '../users/public.ts'

/** Calls of one address in a minute. */
const mostPerMinute = 30

/** Mail programs switch off a kind of mail for their reader, without a session (RFC 8058). */
export async function unsubscribeRoutes(app: App) {
  const limit = callLimit(app.db, 'unsubscribe', mostPerMinute)
  app.addHook('onRequest', ({ ip }) => limit(ip))
  // The body is `List-Unsubscribe=One-Click`, as one or the other kind of form; the address alone says everything.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
  const params = z.object({ token: z.string() })

  app.post(
    '/api/unsubscribe/:token',
    { config: { access: 'everyone' }, schema: { params, response: noContent } },
    async (request, reply) => {
      const subscription = await readUnsubscribeToken(app.db, request.params.token)
      if (!subscription) throw new AppError('ROUTE_NOT_FOUND')
      const off = { [notificationFlagOf[subscription.type]]: false }
      await app.db.transaction().execute((trx) => changeUser(trx, subscription.userId, off, app.now()))
      return reply.code(204).send()
    },
  )

  // A reader of an older program, or what scans links, must change nothing: the switches are in the profile.
  app.get('/api/unsubscribe/:token', { config: { access: 'everyone' }, schema: { hide: true, params } }, (_, reply) =>
    reply.redirect(`${app.settings.APP_URL}/perfil`),
  )
}
