import { notificationFlagOf } from '@malote/core/notifications/notification-type.ts'
import { profileReply, profileUpdated, profileUpdateWire } from '@malote/core/profile/profile-update.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readUnsubscribeToken } from '../../domain/mail/unsubscribe.ts'
import { type App, noContent } from '../../platform/http/fastify.ts'
import { callLimit, throttle } from '../auth/public.ts'
import { changeUser } from '../users/public.ts'
import { updateProfile } from './update-profile.ts'

/** The signed-in user's own profile. */
export async function profileRoutes(app: App) {
  // Someone who finds an open session must not be able to try passwords without limit.
  const passwordChanges = throttle(app.db, 'password-change', { perAccount: 5, perAddress: 30 })

  app.put(
    '/api/auth/profile',
    {
      config: { access: 'signed-in', audit: changesPassword, duringDuty: true },
      schema: { body: profileUpdateWire, response: { 200: profileReply } },
    },
    async (request) => {
      if (request.body.newPassword) await app.countWork('hashing', request.viewer.id)
      const user = await updateProfile(app, passwordChanges, request, request.body, app.now())
      return { success: true as const, message: profileUpdated, user }
    },
  )
}

/** Only a change of password is audited, not one of the phone or a setting. */
const changesPassword = ({ body }: FastifyRequest) =>
  typeof body === 'object' && body !== null && 'newPassword' in body && body.newPassword
    ? 'password.changed'
    : undefined

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
