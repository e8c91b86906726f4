import { useLayoutEffect, useRef } from 'react'

/** A ref with the latest value, for callbacks that run later. */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
