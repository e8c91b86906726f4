import type { Arrow } from './arrows.ts'
import { isTest } from './circles.ts'

/**
 * The place of a file: `server/src/features/items/assign-items.ts` is workspace `server`, layer `features`, feature `items`.
 */
interface Place {
  workspace: string
  layer: string
  feature: string | undefined
  /** The `public.ts` of a feature. */
  isDoor: boolean
}

// A lower layer may not import a higher one. Files directly in `src` are the layer `app`.
const heights: Record<string, Record<string, number>> = {
  server: { platform: 0, domain: 1, features: 2, app: 3, demo: 3, test: 4 },
  web: { lib: 0, ui: 1, domain: 2, features: 3, app: 4, routes: 5, test: 6 },
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
    return `${importer.feature} may enter ${imported.feature} only through its public.ts`
  }
  return undefined
}

function placeOf(path: string): Place | undefined {
  const [, workspace, rest] = /^(core|server|web)\/src\/(.+)$/.exec(path) ?? []
  if (workspace === undefined || rest === undefined) return undefined
  const parts = rest.split('/')
  const layer = parts.length > 1 ? String(parts[0]) : 'app'
  const feature = layer === 'features' ? parts[1] : undefined
  return { workspace, layer, feature, isDoor: rest === `features/${feature}/public.ts` }
}
