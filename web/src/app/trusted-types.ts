const ownWorkers = /^\/(assets\/decode-worker-[\w-]+|conferencia-sw)\.js$/

declare global {
  interface Window {
    // Not in TypeScript's library.
    trustedTypes?: { createPolicy: (name: string, rules: Record<string, (text: string) => string>) => unknown }
  }
}

/**
 * The content security policy requires Trusted Types: no text becomes HTML or a script unless a policy lets it through.
 * Mantine and the guided tour write styles and labels with `innerHTML`. Text without `<` creates no elements, so this
 * policy lets it through, and nothing else. Of scripts, it lets through the two workers of the scan station.
 */
window.trustedTypes?.createPolicy('default', {
  createHTML: (text) => {
    if (text.includes('<')) throw new TypeError('HTML is not written from text')
    return text
  },
  createScriptURL: (address) => {
    const { origin, pathname } = new URL(address, location.href)
    if (origin === location.origin && ownWorkers.test(pathname)) return address
    throw new TypeError('Scripts are not loaded from text')
  },
})
