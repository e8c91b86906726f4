import type { HistoryEntry } from '@malote/core/history/history-entry.ts'

/** Fewer entries are read faster than unfolded. */
const fewestInAct = 3

/** Longest time between the entries of one act, in milliseconds: items of a bulk action may be stored one by one. */
const longestPause = 2_000

type Act = [HistoryEntry, ...HistoryEntry[]]

/** A protocol's history in order of time; what one person did at once to several items is one act. */
export function actsOf(history: readonly HistoryEntry[]): Act[] {
  const acts: Act[] = []
  for (const entry of [...history].sort(byTime)) {
    const last = acts.at(-1)
    if (last && belongs(last.at(-1) ?? last[0], entry)) last.push(entry)
    else acts.push([entry])
  }
  return acts.flatMap((act) => (act.length >= fewestInAct ? [act] : act.map((entry): Act => [entry])))
}

const belongs = (before: HistoryEntry, entry: HistoryEntry) =>
  before.itemId &&
  entry.itemId &&
  before.action === entry.action &&
  before.createdBy === entry.createdBy &&
  timeOf(entry) - timeOf(before) <= longestPause

const timeOf = ({ createdAt }: HistoryEntry) => new Date(createdAt ?? 0).getTime()

const byTime = (one: HistoryEntry, other: HistoryEntry) =>
  (one.createdAt ?? '').localeCompare(other.createdAt ?? '') || one.id - other.id
