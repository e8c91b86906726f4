import { profileReply, profileUpdated, profileUpdateWire } from '@malote/core/profile/profile-update.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../platform/http/fastify.ts'
import { throttle } from '../auth/public.ts'
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
