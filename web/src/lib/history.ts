import { createBrowserHistory, createMemoryHistory } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On the sign-in page: the address that was asked for without a session. */
    wanted?: string
  }
}

/** The addresses of this tab, shared by the entrance and the app's router. The build draws pages where there is no window. */
export const history = globalThis.window ? createBrowserHistory() : createMemoryHistory()

/** For links on pages without a router: a plain click stays in the document. */
export function followLink(event: MouseEvent<HTMLAnchorElement>) {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  history.push(event.currentTarget.getAttribute('href') ?? '/')
}
