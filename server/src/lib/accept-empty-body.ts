import { AppError } from '@malote/core/shared/errors.ts'
import type { App } from '../fastify.ts'

/** Some clients announce JSON and send nothing, as on a sign-out; that is no body, not a broken one. */
export function tolerateEmptyJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, String(body), done)
  })
}

/**
 * No call of ours reads plain text, as Fastify does by itself, or a form. An empty one is no body: browsers announce text
 * for `body: ''`, and other clients a form for every call that sends nothing.
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
 * Makes a call without a body as good as one with an empty object, for the routes of the plugin that asks for it: a
 * missing reason is then refused with the reason's own sentence.
 */
export function acceptEmptyBody(app: App): void {
  app.addHook('preValidation', async (request) => {
    request.body ??= {}
  })
}
