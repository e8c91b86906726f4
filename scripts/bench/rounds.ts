import { type Call, load, type Measurement } from './load.ts'
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
