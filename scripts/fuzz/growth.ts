import type { Sample } from './watched-server.ts'

/** MiB of resident memory that a server may reach. */
const mostResident = 640
/** Samples from which on a trend can be told: about ten minutes. */
const enough = 200
/** How much more the heap may hold in the last third than in the one before. */
const mostGrowth = 1.25

/**
 * Tells whether a server's memory grows. The heap is judged by the least of each minute, which is what is left after
 * garbage collection.
 *
 * @returns one sentence for each fault
 */
export function growthOf(samples: readonly Pick<Sample, 'resident' | 'heap'>[]): string[] {
  const most = Math.max(0, ...samples.map(({ resident }) => resident))
  const faults = most > mostResident ? [`The server took ${most.toFixed(0)} MiB.`] : []
  if (samples.length < enough) return faults
  const third = Math.floor(samples.length / 3)
  const floor = (part: readonly Pick<Sample, 'heap'>[]) =>
    mean(
      leastOfEach(
        20,
        part.map(({ heap }) => heap),
      ),
    )
  const [second, last] = [floor(samples.slice(third, 2 * third)), floor(samples.slice(2 * third))]
  if (last <= second * mostGrowth) return faults
  return [...faults, `The heap grows: ${second.toFixed(0)} MiB, then ${last.toFixed(0)} MiB.`]
}

const leastOfEach = (size: number, values: readonly number[]) =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    Math.min(...values.slice(index * size, (index + 1) * size)),
  )

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
