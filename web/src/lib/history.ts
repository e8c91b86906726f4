import { createBrowserHistory, createMemoryHistory } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On the sign-in page: the address that was requested without a session. */
    wanted?: string
    /** On the page that answers a reminder: the token of its link, which must not stay in the address bar. */
    answer?: string
  }
}

/**
 * The tab's history, shared by the entrance pages and the app's router. In memory at build time, where `window` is
 * missing.
 */
export const history = globalThis.window ? createBrowserHistory() : createMemoryHistory()

/** For links on pages without a router: a plain click navigates without loading a new document. */
export function followLink(event: MouseEvent<HTMLAnchorElement>) {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  history.push(event.currentTarget.getAttribute('href') ?? '/')
}
