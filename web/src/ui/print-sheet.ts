import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

const font = `@font-face { font-family: "Inter Variable"; font-weight: 100 900; src: url("${inter}") }`

/** Delay before printing, so that the new window can finish its layout, in milliseconds. */
const printDelay = 500

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
  document.documentElement.lang = 'pt-BR'
  document.title = title
  const style = document.createElement('style')
  style.textContent = font + styles
  document.head.append(style)
  const sheet = document.createElement('main')
  document.body.append(sheet)
  flushSync(() => createRoot(sheet).render(content))
  setTimeout(() => tab.print(), printDelay)
  return true
}
