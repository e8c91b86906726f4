/** What an answer took the place of, when somebody else's act was why it was asked for. */
const predecessors = new WeakMap<object, object>()

/** Says that this answer, and the lists in it, took the place of that one because of what others did. */
export function changedByOthers(before: unknown, now: unknown) {
  remember(before, now)
  for (const [name, list] of Object.entries(now ?? {})) {
    if (Array.isArray(list)) remember((before as Record<string, unknown> | undefined)?.[name], list)
  }
}

/** Whether others are the reason why `now` stands where `before` stood. */
export const isByOthers = (before: unknown, now: unknown) =>
  isObject(before) && isObject(now) && predecessors.get(now) === before

function remember(before: unknown, now: unknown) {
  if (!isObject(before) || !isObject(now) || before === now) return
  predecessors.set(now, before)
  predecessors.delete(before) // or each answer would keep all that came before it
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
