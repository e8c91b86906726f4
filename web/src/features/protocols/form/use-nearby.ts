import { type RefObject, startTransition, useEffect, useState } from 'react'

/**
 * Distance from the viewport within which cards are rendered, so that neither scrolling nor Tab reaches an empty one.
 */
const reach = '1500px 0px'

interface Nearby {
  isNear: boolean
  /** The last rendered height, in pixels. */
  height: number | undefined
}

/**
 * Whether an element is near the viewport, so that distant ones need not render. An element with the focus stays
 * rendered.
 *
 * @param isWatched false: always near
 * @returns also `draw`, which renders it at once when it gets the focus from afar
 */
export function useNearby(element: RefObject<HTMLElement | null>, isWatched: boolean) {
  const [{ isNear, height }, set] = useState<Nearby>({ isNear: true, height: undefined })
  useEffect(() => {
    const watched = element.current
    if (!isWatched || !watched) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        const isStaying = entry.isIntersecting || watched.contains(document.activeElement)
        const height = isStaying ? undefined : entry.boundingClientRect.height
        // As a transition, so that scrolling stays smooth.
        startTransition(() => set({ isNear: isStaying, height }))
      },
      { rootMargin: reach },
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element, isWatched])
  const draw = () => set((now) => (now.isNear ? now : { isNear: true, height: undefined }))
  return { isNear: isNear || !isWatched, height, draw }
}
