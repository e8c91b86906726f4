import { longestLookBack } from '@malote/core/live/event.ts'
import type { Act } from './logs.queries.ts'

/** The acts of the last minute, for pages that were loaded before their stream opened. */
export function recentActs() {
  let kept: { act: Act; at: number }[] = []
  const since = (seconds: number) => performance.now() - seconds * 1000

  return {
    add(acts: readonly Act[]) {
      const added = acts.map((act) => ({ act, at: since(act.age) }))
      kept = [...kept, ...added].filter(({ at }) => at > since(longestLookBack))
    },

    of: (seconds: number): Act[] => kept.filter(({ at }) => at > since(seconds)).map(({ act }) => act),
  }
}
