import { AppError } from '@malote/core/shared/errors.ts'
import fp from 'fastify-plugin'
import { unknownRecord } from '../lib/unknown-record.ts'

/**
 * A path whose identity cannot exist (`/api/protocols/abc`) is a 404, also on routes that judge their body late; an
 * address that does not exist is one before anything that was sent to it is read.
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
