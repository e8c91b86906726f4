import type { Arrow } from './arrows.ts'

const feature = /^web\/src\/features\/([^/]+)\/(.+)$/

/**
 * The reason why a feature of the web must not import a file of another one, or `undefined`. A feature exports through
 * its folder `public`; a single index file would load all of it for each importer.
 */
export function refusalAtDoor({ from, to }: Arrow): string | undefined {
  const [, importer] = feature.exec(from) ?? []
  const [, imported, file] = feature.exec(to) ?? []
  if (!importer || !imported || importer === imported) return undefined
  return file?.startsWith('public/') ? undefined : `${importer} may enter ${imported} only through its folder public`
}
