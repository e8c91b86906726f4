import type { App } from '../app.ts'

/**
 * Makes a call without a body as good as one with an empty object, for the routes of the plugin that asks for it: some
 * clients announce JSON and send nothing, and a missing reason is to be refused with the reason's own sentence.
 */
export function acceptEmptyBody(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else parse(request, String(body), done)
  })
  app.addHook('preValidation', async (request) => {
    request.body ??= {}
  })
}
