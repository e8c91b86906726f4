import { type Call, load, type Measurement } from './load.ts'
import type { Server } from './servers.ts'
import type { Stage } from './stage.ts'

/** How thorough a run is. */
export interface Thoroughness {
  seconds: number
  rounds: number
  connections: number
}

/** Measures the variants one after the other, `rounds` times: whatever else the computer does hits all of them alike. */
export async function alternate<Name extends string>(
  rounds: number,
  variants: Record<Name, () => Promise<Measurement>>,
): Promise<Record<Name, Measurement[]>> {
  const names = Object.keys(variants) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as Measurement[]])) as Record<Name, Measurement[]>
  for (const name of names) await variants[name]() // the first time fills caches and lets the compiler see
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results[name].push(await variants[name]())
  }
  return results
}

/** Load on the product for `seconds`. */
export const ofProduct =
  ({ product }: Stage, { seconds, connections }: Thoroughness, next: () => Call) =>
  () =>
    load(product, connections, { seconds }, next)

/**
 * Load on one plan of the floor for one stretch, one variant after the other.
 *
 * @throws Error when the floor refuses something: what it then measures is no work
 */
export function ofFloor(
  floor: Server,
  { seconds, connections }: Thoroughness,
  plan: string,
): () => Promise<Measurement> {
  let variant = 0
  return async () => {
    const measurement = await load(floor, connections, { seconds }, () => {
      variant += 1
      return { path: `/run/${plan}/${variant}` }
    })
    if (measurement.refused > 0) throw new Error(`the floor refused ${measurement.refused} requests of ${plan}`)
    return measurement
  }
}
