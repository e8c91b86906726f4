import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { addSheet, beginSheets, printSoon } from './print-window.ts'

/**
 * Prints a sheet in a window of its own, for what must not be kept: it is in no address and is not stored, so closing
 * the window loses it.
 *
 * @param styles the sheet's CSS
 * @returns false when the browser has blocked the window
 */
export function printSheet(title: string, styles: string, content: ReactNode): boolean {
  const tab = window.open('', '_blank')
  if (!tab) return false
  const { document } = tab
  document.title = title
  beginSheets(document, styles)
  flushSync(() => createRoot(addSheet(document)).render(content))
  printSoon(tab)
  return true
}
