import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Focuses the page's content after navigation, so that keyboard and screen reader users start there. */
export function useFocusOnNavigation<Target extends HTMLElement>() {
  const target = useRef<Target>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const lastPath = useRef(path)

  useEffect(() => {
    if (lastPath.current === path) return
    lastPath.current = path
    target.current?.focus({ preventScroll: true })
  }, [path])
  return target
}
