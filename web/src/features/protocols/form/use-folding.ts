import { type RefObject, startTransition, useCallback, useEffect, useState } from 'react'
import { useLatest } from '../../../ui/freshness/use-held.ts'

/** Up to this number of items, all cards stay open. */
export const fewItems = 5

/** Which cards of a form are collapsed, by the id of `useFieldArray`: it stays when items are removed. */
export function useFolding(fields: readonly { id: string }[], startsFolded: (index: number) => boolean) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(
    () => new Set(fields.filter((_, index) => startsFolded(index)).map(({ id }) => id)),
  )
  const latest = useLatest(fields)
  const fold = useCallback(
    (index: number, isFolded: boolean) => {
      const id = latest.current[index]?.id
      if (id === undefined) return
      setFolded((before) => {
        const now = new Set(before)
        if (isFolded) now.add(id)
        else now.delete(id)
        return now
      })
    },
    [latest],
  )
  return { isFolded: (id: string) => folded.has(id), fold }
}

/**
 * Distance from the viewport within which cards are rendered, so that neither scrolling nor Tab comes to an empty one.
 */
const renderMargin = '1500px 0px'

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
      { rootMargin: renderMargin },
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element, isWatched])
  const draw = () => set((now) => (now.isNear ? now : { isNear: true, height: undefined }))
  return { isNear: isNear || !isWatched, height, draw }
}
