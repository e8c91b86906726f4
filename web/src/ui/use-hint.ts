import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react'

/**
 * When the hint of a control is shown: to a mouse that is over it and to the keyboard that has reached it. A finger has no
 * "over": its tap shows it by `show`, until the next touch elsewhere.
 *
 * @returns `isShown` null while nobody has come near: a table has a hundred hints, and needs to draw none of them
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
