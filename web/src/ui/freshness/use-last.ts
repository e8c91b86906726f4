import { useState } from 'react'

/** Keeps the last non-null value, e.g. for a dialog that is closing or a list that cannot be refetched. */
export function useLast<Value>(value: Value | null | undefined): Value | null {
  const [last, keep] = useState(value ?? null)
  const hasNew = value !== null && value !== undefined
  if (hasNew && value !== last) keep(() => value)
  return hasNew ? value : last
}
