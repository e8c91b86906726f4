/** Pause between the event that the network is back and the second try, in milliseconds. */
const settles = 500

/** Forms that had their second try. */
const tried = new WeakSet<HTMLFormElement>()

let justSent: HTMLFormElement | null = null

// Which form a call belongs to cannot be told by the focus: a form may contain buttons that call the server themselves.
// The press or key that sends a form comes before its `submit`. At build time and in tests of the query client, there is
// no window.
for (const type of ['click', 'keydown']) {
  globalThis.window?.addEventListener(type, () => (justSent = null), { capture: true })
}
globalThis.window?.addEventListener('submit', ({ target }) => (justSent = target as HTMLFormElement), { capture: true })

/** The form that the user has sent by their last press or key, if that is what it did. */
export const formJustSent = (): HTMLFormElement | null => justSent

/**
 * Sends a form again when the network is back: once, and only if it is as the user left it. Only for forms that the
 * server recognises as repeated, because the first try may have arrived.
 */
export function sendAgainWhenOnline(form: HTMLFormElement) {
  if (tried.has(form)) return
  tried.add(form)
  const end = new AbortController()
  const { signal } = end
  const send = () => {
    end.abort()
    setTimeout(() => form.isConnected && form.requestSubmit(), settles)
  }
  addEventListener('online', send, { signal })
  for (const type of ['pointerdown', 'keydown', 'input']) form.addEventListener(type, () => end.abort(), { signal })
}
