import { AppError, type FieldErrors } from '@malote/core/shared/errors.ts'
import type { FastifyRequest } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { App } from './fastify.ts'

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

/**
 * For routes whose body has several formats: the schema only documents it in OpenAPI, and the use case validates it.
 */
// biome-ignore lint/suspicious/noExplicitAny: Fastify types the compiler by the route's own schemas, this one serves any
export const unvalidatedBody = (route: any) =>
  route.httpPart === 'body' ? (value: unknown) => ({ value }) : validatorCompiler(route)

/** The decoded body, or the first error message for each wrong field, by wire path (`items.0.reason`). */
export type Decoded<Value> = { value: Value; fieldErrors?: never } | { value?: never; fieldErrors: FieldErrors }

/** @throws AppError MALFORMED_BODY when the body is not an object */
export function decodeBody<Schema extends z.ZodType>(schema: Schema, body: unknown): Decoded<z.output<Schema>> {
  const decoded = z.safeDecode(schema, body as z.input<Schema>)
  if (decoded.success) return { value: decoded.data }
  const fieldErrors: FieldErrors = {}
  for (const issue of decoded.error.issues) {
    if (issue.path.length === 0) throw new AppError('MALFORMED_BODY')
    fieldErrors[issue.path.join('.')] ??= issue.message
  }
  return { fieldErrors }
}

/**
 * Some clients send the content type JSON without a body, for example on sign-out: treated as no body, not as invalid
 * JSON.
 */
export function tolerateEmptyJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, String(body), done)
  })
}

/**
 * No route accepts plain text (which Fastify parses by default) or forms. Empty ones count as no body: browsers send
 * the content type text for `body: ''`, and other clients send that of a form with every empty request.
 */
export function refuseTextAndForms(app: App): void {
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser(
    ['text/plain', 'application/x-www-form-urlencoded'],
    { parseAs: 'string' },
    (_request, body, done) => {
      if (body === '') done(null, undefined)
      else done(new AppError('UNSUPPORTED_MEDIA_TYPE'))
    },
  )
}

/**
 * Replaces a missing body with an empty object, for the routes of the plugin that calls this: a missing reason then
 * gets the reason's own error message.
 */
export function acceptEmptyBody(app: App): void {
  app.addHook('preValidation', async (request) => {
    request.body ??= {}
  })
}
