import { AppError } from '@malote/core/shared/errors.ts'
import fp from 'fastify-plugin'
import { unknownRecord } from '../lib/unknown-record.ts'

/**
 * Returns 404 for a path with an impossible id (`/api/protocols/abc`), also on routes that validate their body late.
 * For an unknown route, does so before reading the request.
 */
export const pathParamsPlugin = fp(async (app) => {
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw new AppError('ROUTE_NOT_FOUND')
  })
  app.addHook('preHandler', async (request) => {
    if (request.validationError?.validationContext === 'params') {
      throw unknownRecord()
    }
  })
})
