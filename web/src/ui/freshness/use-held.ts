import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { isByOthers } from '../../lib/changed-by-others.ts'
import { contentId } from '../../lib/content.ts'

interface Held<Value> {
  shown: Value
  /** A newer value is available but held back. */
  isWaiting: boolean
  show: () => void
}

/**
 * Returns the newest value. A value that another user's change has caused is held back while this user points at or
 * works in content that it would move; it is shown when they move away, or by `show`.
 *
 * @param inPlace the value to show meanwhile without moving anything; the newest itself if it moves nothing
 */
export function useHeld<Value>(
  newest: Value,
  frame: RefObject<Element | null>,
  moves: Moves,
  inPlace: (shown: Value, newest: Value) => Value,
): Held<Value> {
  const [state, setState] = useState({ shown: newest, newest })
  let next = state
  if (newest !== state.newest) {
    const waits = isByOthers(state.newest, newest) && isInUse(frame.current, moves)
    next = { shown: waits ? inPlace(state.shown, newest) : newest, newest }
    setState(next)
  }
  const isWaiting = next.shown !== next.newest
  const show = () => setState({ shown: next.newest, newest: next.newest })
  const look = useEffectEvent(() => {
    if (!isInUse(frame.current, moves)) show()
  })
  useEffect(() => {
    if (!isWaiting) return
    const listening = new AbortController()
    for (const event of ['pointerover', 'focusin', 'focusout', 'pointerleave']) {
      // `document.activeElement` is only up to date after the event.
      document.addEventListener(event, () => setTimeout(look), { signal: listening.signal, passive: true })
    }
    return () => listening.abort()
  }, [isWaiting])
  return { shown: next.shown, isWaiting, show }
}

/** Portals: menus, dialogs, option lists. */
const floating = '[data-portal]'

const canHover = '(hover: hover)'

/** A change of the element moves only its content, or also everything below it, e.g. when a list grows. */
type Moves = 'inside' | 'below'

/** Whether the pointer or the focus is in something that would move with this element, or in a portal. */
function isInUse(part: Element | null, moves: Moves): boolean {
  return (
    part !== null && [focused(), pointedAt()].some((element) => element !== null && movesWith(part, element, moves))
  )
}

function movesWith(part: Element, element: Element, moves: Moves): boolean {
  if (element.closest(floating)) return true
  if (!document.getElementById(contentId)?.contains(element)) return false
  if (part.contains(element)) return true
  return moves === 'below' && (part.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

const focused = () => document.activeElement

/** The hovered element; null on touch devices, where :hover stays at the last tap. */
const pointedAt = () =>
  matchMedia(canHover).matches ? (Array.from(document.querySelectorAll(':hover')).at(-1) ?? null) : null

/** Keeps the last non-null value, e.g. for a dialog that is closing or a list that cannot be refetched. */
export function useLast<Value>(value: Value | null | undefined): Value | null {
  const [last, keep] = useState(value ?? null)
  const hasNew = value !== null && value !== undefined
  if (hasNew && value !== last) keep(() => value)
  return hasNew ? value : last
}

/** A ref with the latest value, for callbacks that run later. */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
