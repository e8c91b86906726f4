import { addressTokenBody, loginReply, tokenPasswordBody } from '@malote/core/auth/login.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import {
  createdUserWire,
  invitationReply,
  newUserWire,
  responsibilityFilter,
  responsibilityPageWire,
  userEditWire,
  userOptionWire,
  userWire,
} from '@malote/core/users/user.wire.ts'
import { canAdminister, canReadUsers } from '@malote/core/users/user-rules.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readConfirmation } from '../../domain/mail/address-confirmation.ts'
import { type App, noContent } from '../../platform/http/fastify.ts'
import { ensureRecentProof, requireFreshProof } from '../../platform/http/fresh-proof.ts'
import { idParams } from '../../platform/http/path-params.ts'
import { lazyBody } from '../../platform/http/valid-body.ts'
import { recordAudit } from '../audit/public.ts'
import { unknownTokens } from '../auth/public.ts'
import { endSessionsOf, endSessionsOfAll } from './end-sessions.ts'
import { listResponsibilities } from './responsibilities.queries.ts'
import { type Changer, choosePassword, createUser, deleteUser, editUser, inviteUser } from './save-user.ts'
import { confirmAddress, listUsers, listUsersOfDepartment } from './users.repo.ts'

/**
 * User management: Admins change people, Gestores read them, and everybody may list a department's people (contract
 * 10.6).
 */
export async function usersRoutes(app: App) {
  const countUnknown = unknownTokens(app.db, 'password-link')

  app.get('/api/users', { config: { access: canReadUsers }, schema: { response: { 200: z.array(userWire) } } }, () =>
    listUsers(app.db),
  )

  app.post(
    '/api/users',
    {
      config: { access: canAdminister, audit: 'user.created' },
      schema: { body: newUserWire, response: { 201: createdUserWire } },
    },
    async (request, reply) => {
      const user = await createUser(app.db, changerOf(request), app.settings, request.body, app.now())
      request.accountId = user.id
      return reply.code(201).send(user)
    },
  )

  app.put(
    '/api/users/:id',
    {
      config: { access: canAdminister, audit: 'user.changed' },
      attachValidation: true,
      schema: { params: idParams, body: userEditWire, response: { 200: userWire } },
    },
    (request) => editUser(app.db, changerOf(request), request.params.id, lazyBody(request), app.now()),
  )

  app.delete(
    '/api/users/:id',
    { config: { access: canAdminister, audit: 'user.deleted' }, schema: { params: idParams, response: noContent } },
    async (request, reply) => {
      await deleteUser(app.db, request.viewer, request.params.id)
      return reply.code(204).send()
    },
  )

  app.post(
    '/api/users/:id/invite',
    {
      config: { access: canAdminister, audit: 'password.link' },
      schema: { params: idParams, response: { 201: invitationReply } },
    },
    async (request, reply) => {
      const invitation = await inviteUser(app.db, changerOf(request), app.settings, request.params.id, app.now())
      return reply.code(201).send({ invitation })
    },
  )

  app.delete(
    '/api/users/:id/sessions',
    {
      config: { access: canAdminister, audit: 'session.ended' },
      onRequest: requireFreshProof,
      schema: { params: idParams, response: noContent },
    },
    async (request, reply) => {
      await endSessionsOf(app.db, request, request.params.id, app.now())
      return reply.code(204).send()
    },
  )

  app.delete(
    '/api/sessions',
    {
      config: { access: canAdminister, audit: 'session.ended' },
      onRequest: requireFreshProof,
      schema: { response: noContent },
    },
    async (request, reply) => {
      await endSessionsOfAll(app.db, request, app.now())
      return reply.code(204).send()
    },
  )

  app.get(
    '/api/users/:id/responsibilities',
    {
      config: { access: canReadUsers },
      schema: { params: idParams, querystring: responsibilityFilter, response: { 200: responsibilityPageWire } },
    },
    (request) => listResponsibilities(app.db, request.viewer, request.params.id, request.query.page),
  )

  app.get(
    '/api/departments/:id/users',
    { config: { access: 'signed-in' }, schema: { params: idParams, response: { 200: z.array(userOptionWire) } } },
    (request) => listUsersOfDepartment(app.db, request.params.id),
  )

  app.post(
    '/api/auth/password',
    {
      config: { access: 'everyone', audit: 'password.changed' },
      schema: { body: tokenPasswordBody, response: { 200: loginReply, ...noContent } },
    },
    async (request, reply) => {
      const onAccount = (id: number) => {
        request.accountId = id
      }
      const origin = { ip: request.ip, userAgent: request.headers['user-agent'], onAccount }
      const choice = choosePassword(app.db, app.settings, request.body, origin, app.now())
      const signedIn = await choice.catch(async (refusal) => {
        if (refusal instanceof AppError && refusal.code === 'TOKEN_INVALID') await countUnknown(request.ip)
        throw refusal
      })
      return signedIn ?? reply.code(204).send(undefined)
    },
  )

  app.post(
    '/api/auth/address',
    {
      config: { access: 'everyone', audit: 'user.address-confirmed' },
      schema: { body: addressTokenBody, response: noContent },
    },
    async ({ body, ip: address }, reply) => {
      const change = await readConfirmation(app.db, body.token)
      const isConfirmed =
        change !== undefined &&
        (await app.db.transaction().execute(async (trx) => {
          const name = await confirmAddress(trx, change)
          if (name === undefined) return false
          const subject = { kind: 'user', id: String(change.userId), name }
          await recordAudit(trx, { action: 'user.address-confirmed', actor: null, address, subject })
          return true
        }))
      if (!isConfirmed) {
        await countUnknown(address)
        throw new AppError('TOKEN_INVALID')
      }
      return reply.code(204).send(undefined)
    },
  )
}

const changerOf = (request: FastifyRequest): Changer => ({
  viewer: request.viewer,
  prove: (trx) => ensureRecentProof(trx, request),
})
