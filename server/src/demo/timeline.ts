/** Something that happens at a moment, and may schedule further actions. */
type Action = () => Promise<void>

const minute = 60_000

/** Runs scheduled actions in order of time and sets the clock to each; ignores actions after `end`. */
export function timelineUntil(end: Date, setClock: (moment: Date) => void) {
  const queue: { at: number; happen: Action }[] = []
  return {
    /** Schedules an action. Moves actions at night or on weekends to the next working morning. */
    at: (moment: Date, happen: Action) => {
      queue.push({ at: inOfficeHours(moment).getTime(), happen })
    },
    play: async () => {
      for (;;) {
        queue.sort((one, other) => other.at - one.at)
        const next = queue.pop()
        if (!next || next.at > end.getTime()) return
        setClock(new Date(next.at))
        await next.happen()
      }
    },
  }
}

export type Timeline = ReturnType<typeof timelineUntil>

/** São Paulo is UTC−3 all year: office hours from 8h to 18h are 11h to 21h in UTC. */
function inOfficeHours(moment: Date): Date {
  const shifted = new Date(moment)
  if (shifted.getUTCHours() >= 21) shifted.setUTCDate(shifted.getUTCDate() + 1)
  const isOutside = shifted.getUTCHours() < 11 || shifted.getUTCHours() >= 21
  if (isOutside) shifted.setTime(shifted.setUTCHours(11, shifted.getUTCMinutes()) + minute)
  while (shifted.getUTCDay() % 6 === 0) shifted.setUTCDate(shifted.getUTCDate() + 1)
  return shifted
}

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
