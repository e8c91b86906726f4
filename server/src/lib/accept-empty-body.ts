import type { App } from '../app.ts'

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
 * Makes a call without a body as good as one with an empty object, for the routes of the plugin that asks for it: a
 * missing reason is then refused with the reason's own sentence.
 */
export function acceptEmptyBody(app: App): void {
  app.addHook('preValidation', async (request) => {
    request.body ??= {}
  })
}
