import { AppError } from '@malote/core/shared/errors.ts'
import type { App } from './fastify.ts'

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
