import { tabStorage } from './browser-storage.ts'
import { createStore } from './external-store.ts'

const isMissing = createStore(false)
const lastReload = 'reloaded'
/** A second reload within this time would not help either, in milliseconds. */
const tooSoon = 60_000

/** Whether a chunk of the app could not be loaded: a newer version has replaced it, or the server is down. */
export const missingPart = {
  get: isMissing.get,
  subscribe: isMissing.subscribe,
  tell: () => isMissing.set(true),
  dismiss: () => isMissing.set(false),
}

globalThis.window?.addEventListener('vite:preloadError', ({ payload }) => {
  missingPart.tell()
  try {
    // Marks the error as already handled: the router would reload at once and show the browser's error page while the
    // server is down.
    sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
  } catch {
    // The router keeps its marks there too, and does not reload without.
  }
})

export const isMissingPart = (error: unknown) =>
  error instanceof TypeError && /module|import/i.test(error.message) && isMissing.get()

/** Reloads the page if the server responds, at most once in `tooSoon` milliseconds; never where that cannot be kept. */
export async function reloadOnce() {
  if (Date.now() - Number(tabStorage.get(lastReload)) < tooSoon) return
  const isThere = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isThere) return
  const now = String(Date.now())
  tabStorage.set(lastReload, now)
  if (tabStorage.get(lastReload) === now) window.location.reload()
}
