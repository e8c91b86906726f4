/**
 * Loads the app. Its parts are asked for together and evaluated one after the other as they arrive, so that a slow
 * processor can answer the user in between.
 */
export async function loadApp() {
  const parts = [import('../lib/query-client.ts'), import('../routeTree.gen.ts')]
  const app = import('./open-app.tsx')
  await Promise.all(parts)
  return app
}
