import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/**
 * Lets the browser load what the first paint needs together with the page, not one after another: the font, the parts of
 * the app itself, the styles of what the page shows until then (prerender.tsx), and the files of the page that the address
 * names, among which public/boot.js chooses.
 */
export const preloadFirstPaint: Plugin = {
  name: 'preload-first-paint',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const entry = chunksOf(bundle).find(({ isEntry }) => isEntry)
      if (!entry) return html
      const linked = reach(bundle, [entry.fileName])
      const start = reach(bundle, [entry.fileName, ...entry.dynamicImports])
      const shown = reach(bundle, [...start, ...partsOf(bundle, '/_app'), ...partsOf(bundle, '/login')])
      const fonts = Object.keys(bundle).filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
      return {
        html: html.replace('id="boot"', `data-pages='${JSON.stringify(filesOfPages(bundle, start))}'`),
        tags: [
          ...fonts.map((file) => link(file, { rel: 'preload', as: 'font', type: 'font/woff2' })),
          ...without(shown, linked)
            .filter(isStyle)
            .map((file) => link(file, { rel: 'stylesheet' })),
          ...without(start, linked)
            .filter((file) => !isStyle(file))
            .map((file) => link(file, { rel: 'modulepreload' })),
        ],
      }
    },
  },
}

const link = (file: string, attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, href: `/${file}`, crossorigin: '' },
  injectTo: 'head',
})

const isStyle = (file: string) => file.endsWith('.css')

/**
 * The files of each page beyond `known`: addresses with `*` for an id, and for each the places in the list of files.
 * '' stands for the frame alone, for addresses that are not listed.
 */
function filesOfPages(bundle: Bundle, known: ReadonlySet<string>) {
  const files: string[] = []
  const places = (route: string) => {
    const frame = route.startsWith('/_app/') ? partsOf(bundle, '/_app') : []
    return without(reach(bundle, [...frame, ...partsOf(bundle, route)]), known).map((file) => {
      const place = files.indexOf(file)
      return place < 0 ? files.push(file) - 1 : place
    })
  }
  const pages: Record<string, number[]> = { '': places('/_app') }
  for (const { facadeModuleId } of chunksOf(bundle)) {
    const route = facadeModuleId?.match(/\/routes(\/.+)\.tsx\?tsr-split=component/)?.[1]
    if (route && route !== '/_app') pages[addressOf(route)] = places(route)
  }
  return { files, pages }
}

/** `/_app/protocolos/$id/index` → `/protocolos/*`. */
const addressOf = (route: string) =>
  route
    .replace('/_app', '')
    .replace(/\/index$/, '')
    .replace(/\/\$[^/]+/g, '/*')
    .replace(/_(?=\/)/g, '') || '/'

/** The chunks into which a route's file is split. */
const partsOf = (bundle: Bundle, route: string) =>
  chunksOf(bundle)
    .filter(({ facadeModuleId }) => facadeModuleId?.includes(`/routes${route}.tsx?tsr-split=`))
    .map(({ fileName }) => fileName)

/** The files that are loaded with these chunks: themselves, what they import, and the styles of all. */
function reach(bundle: Bundle, names: Iterable<string>, seen = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || seen.has(name)) continue
    seen.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style)
    reach(bundle, chunk.imports, seen)
  }
  return seen
}

const without = (files: ReadonlySet<string>, known: ReadonlySet<string>) =>
  [...files].filter((file) => !known.has(file))

const chunksOf = (bundle: Bundle) => Object.values(bundle).filter((output) => output.type === 'chunk')
