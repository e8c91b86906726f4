/**
 * Keeps the station's own files in the browser, so that it opens without a network. Only where the browser offers it: with
 * TLS, or on this computer.
 */
export async function keepPage() {
  const { serviceWorker } = navigator
  if (!serviceWorker || import.meta.env.DEV) return
  try {
    const registration = await serviceWorker.register('/conferencia-sw.js', { scope: '/conferencia' })
    const worker = registration.active ?? registration.waiting ?? registration.installing
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const own = loaded.filter((address) => address.startsWith(`${location.origin}/`))
    worker?.postMessage({ parts: [...new Set(own.map((address) => new URL(address).pathname))] })
  } catch (error) {
    // A browser that keeps nothing still scans.
    console.warn(error)
  }
}
