import { api, type RequestOptions } from './api.ts'
import { save } from './files.ts'

// meets V3.2.1
const viewable = /^(application\/pdf|image\/(png|jpeg|gif|webp)|text\/plain)/

/** Milliseconds between two looks whether the tab is still there: while its file is made, and once it is shown. */
const pause = { waiting: 500, shown: 60_000 }

interface OpenOptions extends RequestOptions {
  /** What the tab says until the file is there. */
  waiting?: string
}

/**
 * Opens a file that needs a session in a new tab, which may be reloaded while this page is open; types that browsers cannot
 * show are downloaded instead. The tab opens before the request, because browsers only allow it during the user's click;
 * until the file is there it says so, and *Cancelar* or closing it ends the request, also on the server.
 *
 * @returns false when the browser blocked the tab
 */
export async function openFile(path: string, { waiting = 'Abrindo...', ...options }: OpenOptions = {}) {
  const tab = window.open('', '_blank')
  if (!tab) return false
  tab.opener = null
  const leaving = new AbortController()
  const stopWaiting = showWaiting(tab, waiting, leaving)
  try {
    const { blob, name } = await api.file(path, { ...options, signal: leaving.signal })
    if (viewable.test(blob.type)) await showFile(tab, blob, name ?? 'Anexo')
    else {
      tab.close()
      save(blob, name)
    }
  } catch (error) {
    if (leaving.signal.aborted) return true
    tab.close()
    throw error
  } finally {
    stopWaiting()
  }
  return true
}

/**
 * Says in the new tab that its file is on the way. *Cancelar*, a tab that was closed or in which somebody went elsewhere
 * abort `leaving`; the tab closes with this page, which fetches for it.
 *
 * @returns a function that ends the waiting
 */
function showWaiting(tab: Window, words: string, leaving: AbortController) {
  const close = () => tab.close()
  const cancel = () => {
    leaving.abort()
    close()
  }
  drawWaiting(tab.document, words, cancel)
  addEventListener('pagehide', close)
  const looking = setInterval(() => {
    try {
      if (tab.closed) leaving.abort()
      // Some browsers replace the document of a new tab once more.
      else if (tab.document.body?.childElementCount === 0) drawWaiting(tab.document, words, cancel)
    } catch {
      leaving.abort()
    }
  }, pause.waiting)
  return () => {
    clearInterval(looking)
    removeEventListener('pagehide', close)
  }
}

function drawWaiting(page: Document, words: string, onCancel: () => void) {
  const element = <Name extends keyof HTMLElementTagNameMap>(name: Name, text = '') =>
    Object.assign(page.createElement(name), { textContent: text })
  const bar = element('progress')
  bar.ariaLabel = words
  bar.style.width = '100%'
  const cancel = element('button', 'Cancelar')
  cancel.style.cssText = 'min-height: 44px; font: inherit'
  cancel.onclick = onCancel
  const status = element('p', words)
  status.role = 'status'
  page.body.style.cssText = 'display: grid; gap: 8px; place-content: center; min-height: 90vh; font: 16px sans-serif'
  page.body.replaceChildren(status, bar, cancel)
  page.title = words
  page.documentElement.lang = 'pt-BR'
  page.documentElement.style.colorScheme = getComputedStyle(document.documentElement).colorScheme
}

/** Shows a file that browsers can show in the tab, for as long as the tab is open. */
async function showFile(tab: Window, blob: Blob, name: string) {
  const address = URL.createObjectURL(blob)
  const page = await titledPage(blob, name, address)
  const addresses = page === null ? [address] : [address, URL.createObjectURL(new Blob([page], { type: 'text/html' }))]
  tab.location.href = addresses.at(-1) ?? address
  const looking = setInterval(() => {
    if (!tab.closed) return
    clearInterval(looking)
    for (const shown of addresses) URL.revokeObjectURL(shown)
  }, pause.shown)
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
