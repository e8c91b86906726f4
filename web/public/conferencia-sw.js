// Service worker of the scan station: holds what its page is made of, so that it opens without a network. It never holds
// or answers a call of the API, so nothing old is shown as new.
const held = 'malote-conferencia'
const shell = '/conferencia'
const isPart = ({ pathname }) =>
  pathname.startsWith('/assets/') || ['/boot.js', '/favicon.svg', '/manifest.webmanifest'].includes(pathname)

addEventListener('install', () => self.skipWaiting())
addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// The page names the files that it has loaded, by whichever address the app was opened.
addEventListener('message', (event) => {
  if (Array.isArray(event.data?.parts)) event.waitUntil(hold(event.data.parts))
})

addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(freshElseHeld(request))
  else if (isPart(url)) event.respondWith(heldElseFresh(request))
})

async function hold(parts) {
  const cache = await caches.open(held)
  await keepShell(cache, await fetch(shell))
  const own = parts.filter((part) => isPart(new URL(part, location.origin)))
  const known = await Promise.all(own.map((part) => cache.match(part)))
  await cache.addAll(own.filter((_, index) => !known[index]))
}

/** Another page is another release: what is held of the one before goes. */
async function keepShell(cache, response) {
  if (!response.ok) return
  const before = await cache.match(shell)
  const [text, old] = [await response.clone().text(), await before?.text()]
  if (old !== undefined && old !== text) for (const request of await cache.keys()) await cache.delete(request)
  await cache.put(shell, response)
}

async function freshElseHeld(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const page = await (await caches.open(held)).match(shell)
    if (page) return page
    throw error
  }
}

async function heldElseFresh(request) {
  const cache = await caches.open(held)
  const part = await cache.match(request)
  if (part) return part
  const response = await fetch(request)
  if (response.ok && new URL(request.url).pathname.startsWith('/assets/')) await cache.put(request, response.clone())
  return response
}
