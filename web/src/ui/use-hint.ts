import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react'

/**
 * When to show a control's tooltip: on hover and on keyboard focus. Touch has no hover: a tap calls `show`, and the
 * next touch elsewhere hides it.
 *
 * @returns `isShown` is null until the first hover or focus, so that a table need not render its hundred tooltips
 */
export function useHint() {
  const [isShown, setShown] = useState<boolean | null>(null)
  const show = () => setShown(true)
  const hide = () => setShown(false)

  useEffect(() => {
    if (!isShown) return
    const close = () => setShown(false)
    document.addEventListener('pointerdown', close, { capture: true, once: true })
    return () => document.removeEventListener('pointerdown', close, { capture: true })
  }, [isShown])

  const target = {
    onPointerEnter: (event: PointerEvent) => event.pointerType !== 'touch' && show(),
    onPointerLeave: (event: PointerEvent) => event.pointerType !== 'touch' && hide(),
    onFocus: (event: FocusEvent) => event.currentTarget.matches(':focus-visible') && show(),
    onBlur: hide,
  }
  return { isShown, show, hide, target }
}
