import type { Arrow } from './arrows.ts'

const feature = /^web\/src\/features\/([^/]+)\/(.+)$/

/**
 * Why a feature of the web must not import a file of another one, or `undefined`. What it offers to others lies in its
 * folder `public`; one file that passes everything on would load all of it for each of them.
 */
export function refusalAtDoor({ from, to }: Arrow): string | undefined {
  const [, importer] = feature.exec(from) ?? []
  const [, imported, file] = feature.exec(to) ?? []
  if (!importer || !imported || importer === imported) return undefined
  return file?.startsWith('public/') ? undefined : `${importer} may enter ${imported} only through its folder public`
}
