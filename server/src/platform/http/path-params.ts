import { AppError } from '@malote/core/shared/errors.ts'
import { pathId } from '@malote/core/shared/wire-values.ts'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { unknownRecord } from './errors.ts'

/**
 * Returns 404 for a path with an impossible id (`/api/protocols/abc`), also on routes that validate their body late.
 * For an unknown route, does so before reading the request.
 */
export const pathParamsPlugin = fp(async (app) => {
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? new AppError('ROUTE_NOT_FOUND') : undefined)
  })
  app.addHook('preHandler', (request, _reply, done) => {
    done(request.validationError?.validationContext === 'params' ? unknownRecord() : undefined)
  })
})

/** Path parameters of `/…/:id`. An impossible id counts as an unknown record (404). */
export const idParams = z.object({ id: pathId })
