import { type Call, load, type Measurement } from './load.ts'
import type { Server } from './servers.ts'
import type { Stage } from './stage.ts'

/** How thorough a run is. */
export interface Thoroughness {
  seconds: number
  rounds: number
  connections: number
}

/**
 * Measures the variants alternately, `rounds` times, so that other load on the computer affects all of them equally.
 */
export async function alternate<Name extends string>(
  rounds: number,
  variants: Record<Name, () => Promise<Measurement>>,
): Promise<Record<Name, Measurement[]>> {
  const names = Object.keys(variants) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as Measurement[]])) as Record<Name, Measurement[]>
  for (const name of names) await variants[name]() // the first run fills caches and lets the JIT compile
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results[name].push(await variants[name]())
  }
  return results
}

/** Puts load on the product for `seconds`. */
export const ofProduct =
  ({ product }: Stage, { seconds, connections }: Thoroughness, next: () => Call) =>
  () =>
    load(product, connections, { seconds }, next)

/**
 * Puts load on one plan of the floor, one variant after the other.
 *
 * @throws Error when the floor refuses a request, because the measurement would then be meaningless
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
