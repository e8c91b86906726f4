import { type RefObject, startTransition, useEffect, useState } from 'react'

/** How far outside the window something is still drawn, so that neither the wheel nor Tab ever meets a gap. */
const reach = '1500px 0px'

interface Nearby {
  isNear: boolean
  /** The height that it had when it was last drawn, in pixels. */
  height: number | undefined
}

/**
 * Whether something is near what the window shows, so that what is far away need not be drawn. What has the focus stays.
 *
 * @param isWatched false: always near
 * @returns also a function that draws it at once, for what gets the focus from afar
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
        // In small steps, between which the page goes on scrolling.
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
