/** A part of the app that could not be loaded: a newer version has replaced it, or the server does not answer. */
let isMissing = false
const listeners = new Set<() => void>()
const lastReload = 'malote:reloaded'
/** A second reload this soon would not help either, in milliseconds. */
const tooSoon = 60_000

export const missingPart = {
  get: () => isMissing,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  tell: () => change(true),
  dismiss: () => change(false),
}

function change(next: boolean) {
  isMissing = next
  for (const listener of listeners) listener()
}

globalThis.window?.addEventListener('vite:preloadError', ({ payload }) => {
  // The router's own answer is to reload at once, which leaves the browser's error page while the server is away.
  sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
  missingPart.tell()
})

export const isMissingPart = (error: unknown) =>
  error instanceof TypeError && /module|import/i.test(error.message) && isMissing

/** Loads the page anew when the server is there, but not again and again. */
export async function reloadOnce() {
  if (Date.now() - Number(sessionStorage.getItem(lastReload)) < tooSoon) return
  const isThere = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isThere) return
  sessionStorage.setItem(lastReload, String(Date.now()))
  window.location.reload()
}
