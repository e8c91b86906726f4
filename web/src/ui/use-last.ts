import { useState } from 'react'

/** What is there, else what was there last: for what goes on showing it while it fades out or cannot be had anew. */
export function useLast<Value>(value: Value | null | undefined): Value | null {
  const [last, keep] = useState(value ?? null)
  const hasNew = value !== null && value !== undefined
  if (hasNew && value !== last) keep(() => value)
  return hasNew ? value : last
}
