import { useSyncExternalStore } from 'react'

/** What lies above the page: the search, or the list of shortcuts. */
export type Overlay = 'search' | 'shortcuts'

let open: Overlay | null = null
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Opens one from anywhere: a key, the top bar, a menu, the search itself. */
export function showOverlay(overlay: Overlay | null) {
  open = overlay
  for (const listener of listeners) listener()
}

const get = () => open

export const isOverlayOpen = () => open !== null

export const useOverlay = () => useSyncExternalStore(subscribe, get, get)
