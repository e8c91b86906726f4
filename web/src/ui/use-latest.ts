import { useLayoutEffect, useRef } from 'react'

/** A value as it is by now, for what answers later. */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
