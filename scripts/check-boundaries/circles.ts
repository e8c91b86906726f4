import type { Arrow } from './arrows.ts'

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
