/**
 * Loads the app. Its chunks download in parallel and are evaluated one at a time, so that a slow processor can respond
 * to input in between.
 */
export async function loadApp() {
  const parts = [
    import('@malote/core/protocols/protocol.wire.ts'),
    import('../lib/query-client.ts'),
    import('../routeTree.gen.ts'),
  ]
  const app = import('./open-app.tsx')
  await Promise.all(parts)
  return app
}
