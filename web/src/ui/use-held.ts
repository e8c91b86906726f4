import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { isByOthers } from '../lib/changed-by-others.ts'
import { isInUse, type Reach } from './in-use.ts'

interface Held<Value> {
  shown: Value
  /** Something newer is there and waits. */
  isWaiting: boolean
  show: () => void
}

/**
 * What is to be shown: the newest, but never so that what somebody points at or types into moves under their hands because
 * of what others did. It then waits until they are elsewhere or ask for it.
 *
 * @param inPlace what may be shown instead without anything changing its place; the newest itself when nothing would
 */
export function useHeld<Value>(
  newest: Value,
  frame: RefObject<Element | null>,
  reach: Reach,
  inPlace: (shown: Value, newest: Value) => Value,
): Held<Value> {
  const [state, setState] = useState({ shown: newest, newest })
  let next = state
  if (newest !== state.newest) {
    const waits = isByOthers(state.newest, newest) && isInUse(frame.current, reach)
    next = { shown: waits ? inPlace(state.shown, newest) : newest, newest }
    setState(next)
  }
  const isWaiting = next.shown !== next.newest
  const show = () => setState({ shown: next.newest, newest: next.newest })
  const look = useEffectEvent(() => {
    if (!isInUse(frame.current, reach)) show()
  })
  useEffect(() => {
    if (!isWaiting) return
    const listening = new AbortController()
    for (const event of ['pointerover', 'focusin', 'focusout', 'pointerleave']) {
      // The page knows where the focus is a moment later.
      document.addEventListener(event, () => setTimeout(look), { signal: listening.signal, passive: true })
    }
    return () => listening.abort()
  }, [isWaiting])
  return { shown: next.shown, isWaiting, show }
}
