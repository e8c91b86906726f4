import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/**
 * Lets the browser load what the first paint needs together with the page, not one after another: the font, and the
 * files of the sign-in page or of the common layout, between which public/boot.js chooses.
 */
export const preloadFirstPaint: Plugin = {
  name: 'preload-first-paint',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => ({
      html: html.replace(
        'id="boot"',
        `data-signed-out="${filesOf(bundle, '/routes/login.tsx')}" data-signed-in="${filesOf(bundle, '/routes/_app.tsx')}"`,
      ),
      tags: Object.keys(bundle)
        .filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head' as const,
        })),
    }),
  },
}

/** The split component of a route, and what it imports beyond the entry's own files. */
function filesOf(bundle: Bundle, route: string): string {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.includes(`${route}?tsr-split`))
  if (!entry || !page) return ''
  const known = reach(bundle, entry)
  return [...reach(bundle, page)]
    .filter((file) => !known.has(file))
    .map((file) => `/${file}`)
    .join(' ')
}

function reach(bundle: Bundle, chunk: Rolldown.OutputChunk, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk.fileName)) return seen
  seen.add(chunk.fileName)
  for (const file of chunk.viteMetadata?.importedCss ?? []) seen.add(file)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') reach(bundle, imported, seen)
  }
  return seen
}
