/** Maps data that was refetched because of another user's change to the data that it replaced. */
const predecessors = new WeakMap<object, object>()

/** Records that `now`, and the lists in it, replaced `before` because of another user's change. */
export function changedByOthers(before: unknown, now: unknown) {
  remember(before, now)
  for (const [name, list] of Object.entries(now ?? {})) {
    if (Array.isArray(list)) remember((before as Record<string, unknown> | undefined)?.[name], list)
  }
}

/** Whether `now` replaced `before` because of another user's change. */
export const isByOthers = (before: unknown, now: unknown) =>
  isObject(before) && isObject(now) && predecessors.get(now) === before

function remember(before: unknown, now: unknown) {
  if (!isObject(before) || !isObject(now) || before === now) return
  predecessors.set(now, before)
  predecessors.delete(before) // otherwise each response would keep all earlier ones in memory
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
