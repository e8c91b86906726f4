import { existsSync } from 'node:fs'
import staticFiles from '@fastify/static'
import { AppError } from '@malote/core/shared/errors.ts'
import type { App } from '../fastify.ts'
import { isCall } from '../lib/is-call.ts'

/** Serves the built web app; every address that is neither a file nor a call is the app's own to route. */
export async function webRoutes(app: App, { root }: { root: string }) {
  if (!existsSync(root)) return
  await app.register(staticFiles, {
    root,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Hashed names never change their content; index.html names them and must be asked for each time.
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const isPage = !/\.[a-z0-9]+$/i.test(request.url.split('?')[0] ?? '') && !isCall(request.url)
    if (!isPage) throw new AppError('ROUTE_NOT_FOUND')
    return reply.sendFile('index.html')
  })
}
