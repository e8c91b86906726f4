import { codeParams, foundCodeWire } from '@malote/core/codes/code.ts'
import { paperChangesWire, verificationQuery, verificationWire } from '@malote/core/codes/verification.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { App } from '../../platform/http/fastify.ts'
import { callLimit } from '../auth/public.ts'
import { changesSince, findByCode, verifyPaper } from './codes.queries.ts'

/** Checks from one address in a minute (contract 22.8). */
const mostPerMinute = 30

/** Codes on paper, for people of the organisation and for whoever holds the paper. */
export async function codesRoutes(app: App) {
  const { db, settings } = app

  app.get(
    '/api/codes/:code',
    { config: { access: 'signed-in' }, schema: { params: codeParams, response: { 200: foundCodeWire } } },
    ({ viewer, params }) => findByCode(db, viewer, params.code),
  )

  app.get(
    '/api/codes/:code/changes',
    {
      config: { access: 'signed-in' },
      schema: { params: codeParams, querystring: verificationQuery, response: { 200: paperChangesWire } },
    },
    ({ viewer, params, query }) => changesSince(db, viewer, params.code, query.f ?? ''),
  )

  const limit = callLimit(db, 'verify', mostPerMinute)
  app.get(
    '/api/verify/:code',
    {
      config: { access: 'everyone' },
      onRequest: ({ ip }) => limit(ip),
      schema: { params: codeParams, querystring: verificationQuery, response: { 200: verificationWire } },
    },
    ({ params, query }) => {
      if (settings.PUBLIC_VERIFICATION === 'off') throw new AppError('VERIFICATION_OFF')
      return verifyPaper(db, params.code, query.f)
    },
  )
}
