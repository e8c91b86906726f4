import { existsSync } from 'node:fs'
import staticFiles from '@fastify/static'
import { AppError } from '@malote/core/shared/errors.ts'
import { isCall, sayAccess } from './access.ts'
import type { App } from './fastify.ts'

/** The reader of codes is WebAssembly; in its worker, which sees pictures and nothing else, it may be compiled. */
const ofDecoder = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/**
 * Serves the built web app. Paths that are neither a file nor an API route get index.html, for the client-side router.
 *
 * @param closed pages that this installation does not have; their index.html comes with the status 404
 */
export async function webRoutes(app: App, { root, closed = [] }: { root: string; closed?: readonly string[] }) {
  if (!existsSync(root)) return
  sayAccess(app, 'everyone')
  await app.register(staticFiles, {
    root,
    wildcard: false,
    preCompressed: true,
    // Found beside the file that is asked for; they need no addresses of their own.
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      // Files with hashed names never change. index.html refers to them and must be revalidated each time.
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (path.includes('/assets/decode-worker-')) reply.header('content-security-policy', ofDecoder)
    },
  })
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const isPage = !/\.[a-z0-9]+$/i.test(request.url.split('?')[0] ?? '') && !isCall(request.url)
    if (!isPage) throw new AppError('ROUTE_NOT_FOUND')
    // meets V4.1.2
    const isClosed = closed.includes(request.url.split('?')[0]?.replace(/(.)\/$/, '$1') ?? '')
    return reply.code(isClosed ? 404 : 200).sendFile('index.html')
  })
}
