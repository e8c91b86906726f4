import { type RefObject, useLayoutEffect, useState } from 'react'
import { freePlace, type ToastPlace } from './free-place.ts'

/** Pause after a change of the page before the toasts move, in milliseconds. */
const settles = 200

/** Keeps the toasts away from what can be pressed, also when the page below them changes. */
export function useFreePlace(toaster: RefObject<HTMLElement | null>, count: number): ToastPlace {
  const [place, setPlace] = useState<ToastPlace>('end')
  useLayoutEffect(() => {
    const element = toaster.current
    if (count === 0 || !element) return
    const look = () => {
      // Nothing moves away from the pointer or the focus.
      if (!element.matches(':hover, :focus-within')) setPlace(freePlace(element))
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const lookSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(look, settles)
    }
    look()
    const watcher = new MutationObserver((changes) => {
      if (changes.some(({ target }) => !element.contains(target))) lookSoon()
    })
    watcher.observe(document.body, { childList: true, subtree: true })
    addEventListener('resize', lookSoon)
    addEventListener('scroll', lookSoon, { passive: true })
    return () => {
      clearTimeout(timer)
      watcher.disconnect()
      removeEventListener('resize', lookSoon)
      removeEventListener('scroll', lookSoon)
    }
  }, [toaster, count])
  return place
}
