import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** After going to another page, keyboard and screen reader start at its content. */
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
