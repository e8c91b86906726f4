/** Pause between the event that the network is back and the second try, in milliseconds. */
const settles = 500

/** Forms that had their second try. */
const tried = new WeakSet<HTMLFormElement>()

/** The form that the user has just sent: the one with the focus, else the one of the open dialog. */
export function formInUse(): HTMLFormElement | null {
  const { document } = globalThis
  if (!document) return null // in tests of the query client
  return document.activeElement?.closest('form') ?? document.querySelector<HTMLFormElement>('[aria-modal="true"] form')
}

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
