import type { FastifyRequest } from 'fastify'

/**
 * The body of a request whose route sets `attachValidation`, to be read only after visibility, role and state were
 * asked (contract 12.4): a person without the right learns nothing about what a right body looks like.
 *
 * @throws the validation error that Fastify attached, answered as 400 with its fields
 */
export const lazyBody =
  <Body>(request: FastifyRequest & { body: Body }): (() => Body) =>
  () => {
    if (request.validationError) throw request.validationError
    return request.body
  }
