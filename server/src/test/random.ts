/** Linear congruential generator, so that every run draws the same. */
export function random(seed: number) {
  let state = seed
  const below = (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * n)
  }
  return { below, pick: <One>(list: readonly One[]) => list[below(list.length)] as One }
}

export type Random = ReturnType<typeof random>
