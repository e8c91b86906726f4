import { useSyncExternalStore } from 'react'
import { createStore } from '../../lib/external-store.ts'
import { session } from '../../lib/stored-session.ts'

/** What is open above the page: the search, the list of shortcuts, or the confirmation of *Sair*. */
type Overlay = 'search' | 'shortcuts' | 'leave'

const store = createStore<Overlay | null>(null)
// The next user begins with the page alone.
session.subscribe(() => {
  if (!session.get()) store.set(null)
})

/** Opens an overlay from anywhere: a key, the top bar, a menu, the search itself. */
export const showOverlay = store.set

export const isOverlayOpen = () => store.get() !== null

export const useOverlay = () => useSyncExternalStore(store.subscribe, store.get, store.get)
