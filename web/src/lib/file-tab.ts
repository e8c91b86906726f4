/** Milliseconds between two looks whether the tab is still there. */
const pause = 60_000

/** Says in the new tab that its file is on the way; `onLeave` is called by *Cancelar* and when the tab goes. */
export function showWaiting(tab: Window, words: string, onLeave: () => void) {
  const { body, documentElement } = tab.document
  const element = <Name extends keyof HTMLElementTagNameMap>(name: Name, text = '') =>
    Object.assign(tab.document.createElement(name), { textContent: text })
  const bar = element('progress')
  bar.ariaLabel = words
  const cancel = element('button', 'Cancelar')
  cancel.onclick = onLeave
  const status = element('p', words)
  status.role = 'status'
  cancel.style.cssText = 'min-height: 44px; font: inherit'
  bar.style.width = '100%'
  body.style.cssText = 'display: grid; gap: 8px; place-content: center; min-height: 90vh; font: 16px sans-serif'
  body.replaceChildren(status, bar, cancel)
  tab.document.title = words
  documentElement.lang = 'pt-BR'
  documentElement.style.colorScheme = getComputedStyle(document.documentElement).colorScheme
  tab.addEventListener('pagehide', onLeave)
}

/** Shows a file that browsers can show in the tab, for as long as the tab is open. */
export async function showFile(tab: Window, blob: Blob, name: string) {
  const address = URL.createObjectURL(blob)
  const page = await titledPage(blob, name, address)
  const addresses = page === null ? [address] : [address, URL.createObjectURL(new Blob([page], { type: 'text/html' }))]
  tab.location.href = addresses.at(-1) ?? address
  const looking = setInterval(() => {
    if (!tab.closed) return
    clearInterval(looking)
    for (const shown of addresses) URL.revokeObjectURL(shown)
  }, pause)
}

/**
 * A page that shows a picture or a text under the name of its file; null for a PDF, whose viewer has its own title, and which
 * the content security policy allows in no frame.
 *
 * @param address of the blob
 */
export async function titledPage(blob: Blob, name: string, address: string): Promise<string | null> {
  const charset = /^text\/plain(?:; charset=([\w-]+))?/.exec(blob.type)
  if (!charset && !blob.type.startsWith('image/')) return null
  const body = charset
    ? `<pre>${inHtml(new TextDecoder(charset[1]).decode(await blob.arrayBuffer()))}</pre>`
    : `<img src="${address}" alt="${inHtml(name)}">`
  const style = 'body { margin: 16px } img { max-width: 100% } pre { white-space: pre-wrap }'
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>${inHtml(name)}</title><style>${style}</style>${body}</html>`
}

const inHtml = (text: string) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
