import { afterEach, expect, it, vi } from 'vitest'

const called = vi.fn(async (_address: string) => new Response('[]'))

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.resetModules()
})

// The address is read once, when the module is loaded.
it.each([
  ['the one of the build', 'http://localhost:5000', 'http://localhost:5000/api/departments?q=a'],
  ['the one that served the page', undefined, '/api/departments?q=a'],
])('calls an address below %s', async (_, base, expected) => {
  vi.stubEnv('VITE_API_URL', base)
  vi.stubGlobal('fetch', called)
  vi.resetModules()
  const { api } = await import('./api.ts')
  await api.get('/api/departments', { query: { q: 'a', status: '' } })
  expect(called).toHaveBeenLastCalledWith(expected, expect.anything())
})
