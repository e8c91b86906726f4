import { expectThat } from '../lib/expect-that.ts'
import type { Outcome } from '../lib/outcome.ts'

/** A line of the table of faults. */
export interface FaultRow {
  fault: string
  seen: string
  lost: string
  heals: string
}

export const emptyOutcome = (): Outcome => ({
  acknowledged: new Map(),
  received: new Set(),
  waits: [],
  failures: new Map(),
  calls: 0,
})

/** The statuses that calls met before they were repeated: `12 × 503`. */
export const repeated = ({ failures }: Outcome) =>
  [...failures].map(([reason, count]) => `${count} × ${reason}`).join(', ') || 'none'

/** The longest time until a call was answered, repetitions included, in seconds. */
export const longest = ({ waits }: Outcome) => (Math.max(0, ...waits) / 1000).toFixed(1)

/** While something is away, a server says so (503), or does not answer; anything else would be a bug. */
export function expectOnlyOutages({ failures }: Outcome) {
  const others = [...failures.keys()].filter((reason) => !['503', 'TypeError', 'TimeoutError'].includes(reason))
  expectThat(others.length === 0, `every refusal was a 503 or a broken connection ${others.join()}`)
}
