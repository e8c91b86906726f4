import type { Arrow } from './arrows.ts'

/**
 * The place of a file: `server/src/features/items/assign-items.ts` is workspace `server`, layer `features`, feature `items`.
 */
interface Place {
  workspace: string
  layer: string
  feature: string | undefined
  /** Whether other features may import it. */
  isDoor: boolean
}

/** What other features may import of the features that have no `public.ts`. */
const doors: ReadonlySet<string> = new Set([
  'backups/backup-check.ts',
  'calendar/holidays.repo.ts',
  'catalogs/entry-routes.ts',
  'comments/comments.repo.ts',
  'config/org-logo.ts',
  'live/events.plugin.ts',
  'oidc/provider-check.ts',
  'receiving/receive-protocols.ts',
  'returns/returns.queries.ts',
  'second-step/methods.repo.ts',
  'second-step/recovery-codes.ts',
  'suppliers/suppliers.queries.ts',
  'tracking/tracking-hits.ts',
])

// A lower layer may not import a higher one. Files directly in `src` are the layer `app`.
const heights: Record<string, Record<string, number>> = {
  server: { platform: 0, domain: 1, features: 2, app: 3, demo: 3, test: 4 },
  web: { lib: 0, ui: 1, domain: 2, features: 3, app: 4, test: 5 },
}

/** The reason why an import is forbidden, or `undefined`. */
export function refusal({ from, to }: Arrow): string | undefined {
  const [importer, imported] = [placeOf(from), placeOf(to)]
  if (importer === undefined) return undefined
  if (importer.workspace === 'core') return refusalInCore(from, to)
  if (imported === undefined) return undefined // a package
  if (imported.workspace === 'core') return refusalOfCore(importer, to)
  if (importer.workspace !== imported.workspace) return `${importer.workspace} must not import ${imported.workspace}`
  if (isTest(from)) return undefined
  return refusalInside(importer, imported)
}

function refusalInCore(from: string, to: string) {
  if (isTest(from) || to === 'zod' || to.startsWith('core/src/')) return undefined
  return 'core imports nothing but itself and zod'
}

function refusalOfCore({ workspace, layer }: Place, to: string) {
  if (workspace !== 'web' || layer !== 'ui' || to.startsWith('core/src/shared/')) return undefined
  return 'ui knows nothing of our domain'
}

function refusalInside(importer: Place, imported: Place) {
  const height = heights[importer.workspace] ?? {}
  const isUphill = (height[imported.layer] ?? 0) > (height[importer.layer] ?? 0)
  if (isUphill) return `${importer.layer} must not import ${imported.layer}`

  const isVisit =
    importer.layer === 'features' && imported.layer === 'features' && importer.feature !== imported.feature
  if (importer.workspace === 'web' && isVisit)
    return `what ${importer.feature} and ${imported.feature} need is in domain`
  if (isVisit && !imported.isDoor) {
    return `${importer.feature} may enter ${imported.feature} only through its public.ts or what check-boundaries lists`
  }
  return undefined
}

function placeOf(path: string): Place | undefined {
  const [, workspace, rest] = /^(core|server|web)\/src\/(.+)$/.exec(path) ?? []
  if (workspace === undefined || rest === undefined) return undefined
  const parts = rest.split('/')
  const layer = parts.length > 1 ? String(parts[0]) : 'app'
  const feature = layer === 'features' ? parts[1] : undefined
  const inside = layer === 'features' ? parts.slice(1).join('/') : ''
  return { workspace, layer, feature, isDoor: inside === `${feature}/public.ts` || doors.has(inside) }
}

/**
 * Files that import each other in a circle. Type imports count, because a reader of one file has to read all of them.
 */
export const circlesOfFiles = (arrows: readonly Arrow[]): string[] => circlesAmong(arrows, (path) => path)

/** Features of the server that import each other in a circle. Tests may import anything. */
export const circlesOfFeatures = (arrows: readonly Arrow[]): string[] =>
  circlesAmong(withoutTests(arrows), (path) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1])

/** Folders inside one feature that import each other in a circle; files directly in the feature may use all of them. */
export const circlesOfFolders = (arrows: readonly Arrow[]): string[] =>
  circlesAmong(withoutTests(arrows), (path) => /^((server|web)\/src\/features\/[^/]+\/[^/]+)\//.exec(path)?.[1])

/** Test files, their set-ups and fixtures, and the shared test code of the server. */
export const isTest = (path: string) => /\.(test|test-setup|fixture)\.tsx?$|^server\/src\/test\//.test(path)

const withoutTests = (arrows: readonly Arrow[]) => arrows.filter(({ from }) => !isTest(from))

/**
 * At least one circle of each group of files that import each other, as `a → b → a`.
 *
 * @param placeOf the place that a path belongs to; imports within one place, or without a place, do not count
 */
function circlesAmong(arrows: readonly Arrow[], placeOf: (path: string) => string | undefined): string[] {
  const neighbours = neighboursAmong(arrows, placeOf)
  const found = new Set<string>()
  const done = new Set<string>()
  const visit = (place: string, path: string[]) => {
    const start = path.indexOf(place)
    if (start >= 0) found.add([...path.slice(start), place].join(' → '))
    if (start >= 0 || done.has(place)) return
    for (const next of neighbours.get(place) ?? []) visit(next, [...path, place])
    done.add(place)
  }
  for (const place of neighbours.keys()) visit(place, [])
  return [...found]
}

function neighboursAmong(arrows: readonly Arrow[], placeOf: (path: string) => string | undefined) {
  const neighbours = new Map<string, Set<string>>()
  for (const { from, to } of arrows) {
    const [importer, imported] = [placeOf(from), placeOf(to)]
    if (!importer || !imported || importer === imported) continue
    neighbours.set(importer, (neighbours.get(importer) ?? new Set()).add(imported))
  }
  return neighbours
}

/** The features of the server as lines; each line is above the lines that its features use. */
export type DrawnOrder = readonly (readonly string[])[]

/** The lines of the block ```` ```features-of-server ```` in a document. */
export function drawnOrder(document: string): DrawnOrder {
  const [, lines = ''] = /```features-of-server\n(.+?)```/s.exec(document) ?? []
  return lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
}

/**
 * Errors of a drawing: features that are missing, doubled or do not exist, and imports that do not lead to a lower
 * line.
 */
export function misdrawn(order: DrawnOrder, features: readonly string[], arrows: readonly Arrow[]): string[] {
  const drawn = order.flat()
  const lineOf = new Map(order.flatMap((line, height) => line.map((feature) => [feature, height] as const)))
  const featureOf = (path: string) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1]
  const upwards = arrows.flatMap(({ from, to }) => {
    const [importer, imported] = [featureOf(from), featureOf(to)]
    if (!importer || !imported || importer === imported || isTest(from)) return []
    const isBelow = (lineOf.get(importer) ?? 0) < (lineOf.get(imported) ?? Number.POSITIVE_INFINITY)
    return isBelow ? [] : [`${importer} is drawn not above ${imported}, which it uses`]
  })
  return [
    ...features.filter((feature) => !drawn.includes(feature)).map((feature) => `${feature} is not drawn`),
    ...drawn
      .filter((feature) => !features.includes(feature))
      .map((feature) => `${feature} is drawn and does not exist`),
    ...drawn.filter((feature, at) => drawn.indexOf(feature) < at).map((feature) => `${feature} is drawn twice`),
    ...new Set(upwards),
  ]
}

/** Files of other programs, and packages, that are named like files of ours. */
const foreign: ReadonlySet<string> = new Set(['ipaddr.js', 'pg_hba.conf', 'postgresql.conf'])

const fileName = /^[\w.-]+(\/[\w.-]+)*\.(ts|tsx|mjs|js|css|sql|html|md|json|yml|yaml|conf)$/

/**
 * The files that a document names in backticks and that do not exist. The end of a path is enough: `auth.ts` or
 * `http/auth.ts`. Skips code blocks, addresses, absolute paths and placeholders such as `<f>.queries.ts`.
 *
 * @param files all paths of the repository
 */
export function missingFiles(document: string, files: readonly string[]): string[] {
  const prose = document.replace(/^```.*?^```/gms, '')
  const named = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  const wanted = named.filter((name) => fileName.test(name) && !foreign.has(name) && !name.startsWith('yyyy'))
  return [...new Set(wanted)].filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
}
