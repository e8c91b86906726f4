import {
  type EnrolledMethod,
  enrolledReply,
  passkeyBody,
  passkeyOffer,
  removeMethodBody,
  type SecondStepKind,
  secondStepBody,
  secondStepMethodsWire,
  signedInReply,
  totpConfirmBody,
  totpOffer,
} from '@malote/core/auth/second-step.ts'
import { needsSecondStep } from '@malote/core/auth/second-step-rules.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Role } from '@malote/core/users/role.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import type { Db } from '../../platform/db/connect.ts'
import { type App, noContent } from '../../platform/http/fastify.ts'
import { requireFreshProof } from '../../platform/http/fresh-proof.ts'
import { idParams } from '../../platform/http/path-params.ts'
import type { Config } from '../../platform/settings/config.ts'
import { signInThrottle, throttle, unknownTokens } from '../auth/public.ts'
import { enrolPasskey, offerPasskey } from './enrol-passkey.ts'
import { countRecoveryCodes, newRecoveryCodes } from './recovery-codes.ts'
import { removeMethod, resetSecondStep } from './remove-method.ts'
import { takeSecondStep } from './take-second-step.ts'
import { confirmTotp, offerTotp } from './totp.ts'

/** Calls that change one's own second step: with fresh proof, and open to sessions whose duty is the enrolment. */
const enrolling = {
  config: { access: 'signed-in', audit: 'second-step.enrolled', work: 'hashing', duringDuty: true },
  onRequest: requireFreshProof,
} as const
const offering = { config: { access: 'signed-in', duringDuty: true }, onRequest: requireFreshProof } as const

/** The second step of a sign-in, its enrolment, and its reset by an Admin. */
export async function secondStepRoutes(app: App) {
  const signIns = signInThrottle(app.db)
  const codes = throttle(app.db, 'second-step', { perAccount: 5, perAddress: 30 })
  const countUnknown = unknownTokens(app.db, 'second-step')
  const passwords = throttle(app.db, 'password-change', { perAccount: 5, perAddress: 30 })

  app.post(
    '/api/auth/second-step',
    {
      config: { access: 'everyone', audit: 'sign-in' },
      schema: { body: secondStepBody, response: { 200: signedInReply } },
    },
    (request) => {
      const onAccount = (id: number) => {
        request.accountId = id
      }
      const client = { ip: request.ip, userAgent: request.headers['user-agent'], onAccount }
      return takeSecondStep(app.db, { signIns, codes, countUnknown }, app.settings, request.body, client, app.now())
    },
  )

  app.get(
    '/api/auth/second-step/methods',
    { config: { access: 'signed-in', duringDuty: true }, schema: { response: { 200: secondStepMethodsWire } } },
    ({ viewer }) => secondStepOf(app.db, app.settings, viewer.id),
  )

  app.post('/api/auth/second-step/totp', { ...offering, schema: { response: { 200: totpOffer } } }, (request) =>
    offerTotp(app.db, app.settings, request, app.now()),
  )

  app.post(
    '/api/auth/second-step/totp/confirm',
    {
      ...enrolling,
      schema: { body: totpConfirmBody, response: { 200: enrolledReply } },
    },
    async (request) => ({
      recoveryCodes: await confirmTotp(app.db, app.settings, request, request.body.code, app.now()),
    }),
  )

  app.post(
    '/api/auth/second-step/passkey/options',
    { ...offering, schema: { response: { 200: passkeyOffer } } },
    (request) => offerPasskey(app.db, app.settings, request, app.now()),
  )

  app.post(
    '/api/auth/second-step/passkey',
    { ...enrolling, schema: { body: passkeyBody, response: { 200: enrolledReply } } },
    async (request) => ({
      recoveryCodes: await enrolPasskey(app.db, app.settings, request, request.body, app.now()),
    }),
  )

  app.post(
    '/api/auth/second-step/recovery-codes',
    {
      config: { access: 'signed-in', audit: 'second-step.enrolled', work: 'hashing' },
      onRequest: requireFreshProof,
      schema: { response: { 200: enrolledReply } },
    },
    async (request) => ({ recoveryCodes: await newRecoveryCodes(app.db, request, app.now()) }),
  )

  app.delete(
    '/api/auth/second-step/methods/:id',
    {
      config: { access: 'signed-in', audit: 'second-step.removed', work: 'hashing' },
      schema: { params: idParams, body: removeMethodBody, response: noContent },
    },
    async (request, reply) => {
      const asked = { id: request.params.id, ...request.body, prove: () => requireFreshProof(request) }
      await removeMethod(app.db, passwords, app.settings, request, asked, app.now())
      return reply.code(204).send()
    },
  )

  app.get(
    '/api/users/:id/second-step',
    { config: { access: canAdminister }, schema: { params: idParams, response: { 200: secondStepMethodsWire } } },
    ({ params }) => secondStepOf(app.db, app.settings, params.id),
  )

  app.post(
    '/api/users/:id/second-step/reset',
    {
      config: { access: canAdminister, audit: 'second-step.reset' },
      onRequest: requireFreshProof,
      schema: { params: idParams, response: noContent },
    },
    async (request, reply) => {
      await resetSecondStep(app.db, request.viewer, request.ip, request.params.id, app.now())
      return reply.code(204).send()
    },
  )
}

/**
 * A person's methods, the oldest first; never a secret.
 *
 * @throws AppError USER_NOT_FOUND
 */
async function secondStepOf(db: Db, config: Config, userId: number) {
  const person = await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst()
  if (!person) throw new AppError('USER_NOT_FOUND')
  const methods = await db
    .selectFrom('secondStepMethods')
    .select(['id', 'kind', 'name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return {
    required: needsSecondStep(config.REQUIRE_SECOND_STEP, { role: person.role as Role }),
    methods: methods.map((method): EnrolledMethod => ({ ...method, kind: method.kind as SecondStepKind })),
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
  }
}
