/** Pseudo-random numbers: the same seed gives the same story (mulberry32). */
export function randomOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    /** An integer between `low` and `high`, inclusive. */
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    /** True with the given probability, 0 to 1. */
    chance: (probability: number) => next() < probability,
    pick: <Value>(values: readonly Value[]): Value => {
      const value = values[Math.floor(next() * values.length)]
      if (value === undefined) throw new RangeError('nothing to pick from')
      return value
    },
  }
}

export type Random = ReturnType<typeof randomOf>
