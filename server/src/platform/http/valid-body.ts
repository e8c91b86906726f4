import type { FastifyRequest } from 'fastify'

/**
 * The body of a request whose route sets `attachValidation`. Read it only after checking visibility, role and state
 * (contract 12.4): users without the right must not learn what a valid body looks like.
 *
 * @throws the validation error that Fastify attached; becomes a 400 with its fields
 */
export const lazyBody =
  <Body>(request: FastifyRequest & { body: Body }): (() => Body) =>
  () => {
    if (request.validationError) throw request.validationError
    return request.body
  }
