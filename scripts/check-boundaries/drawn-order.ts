import type { Arrow } from './arrows.ts'
import { isTest } from './circles.ts'

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
