import { expect, it, onTestFinished, vi } from 'vitest'

it('is told and never reloads the page where the browser keeps nothing', async () => {
  // The module listens at the window that it finds when it is loaded.
  vi.resetModules()
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  vi.spyOn(console, 'warn').mockReturnValue()
  const blocked = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
  const reload = vi.fn()
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { reload } }))
  vi.stubGlobal('fetch', async () => new Response())
  const { missingPart, reloadOnce } = await import('./missing-part.ts')

  const error = new TypeError('Failed to fetch dynamically imported module: /assets/page.js')
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  expect(missingPart.get()).toBe(true)

  await reloadOnce()
  expect(reload).not.toHaveBeenCalled()
})
