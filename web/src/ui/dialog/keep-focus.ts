import { focusWhatIsLeft } from '../../lib/content.ts'

/** Time for other code to focus another element before we move the focus ourselves. */
const graceMs = 100

/**
 * A ref: moves the focus when the focused element inside of `frame` is removed or disabled, e.g. a button that goes away
 * with its row. Otherwise the keyboard would start again at the top, and screen readers would lose their place.
 */
export function keepFocus(frame: HTMLElement | null): (() => void) | undefined {
  if (!frame) return
  let focused: Element | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const note = ({ target }: FocusEvent) => {
    focused = target instanceof Element ? target : null
  }
  const isLost = (element: Element) => !element.isConnected || element.matches(':disabled')
  // A press beside everything takes the focus away on purpose; another window does not. Some browsers also send the
  // event just before they remove an element.
  const forget = ({ target }: FocusEvent) => {
    queueMicrotask(() => {
      if (focused === target && focused && !isLost(focused) && document.hasFocus()) focused = null
    })
  }
  const watcher = new MutationObserver(() => {
    if (focused === null || !isLost(focused)) return
    focused = null
    clearTimeout(timer)
    timer = setTimeout(focusWhatIsLeft, graceMs)
  })
  frame.addEventListener('focusin', note)
  frame.addEventListener('focusout', forget)
  watcher.observe(frame, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    clearTimeout(timer)
    watcher.disconnect()
    frame.removeEventListener('focusin', note)
    frame.removeEventListener('focusout', forget)
  }
}
