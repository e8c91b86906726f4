import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/** What all sheets have in common; their own styles come after it. */
const base = `@font-face { font-family: "Inter Variable"; font-weight: 100 900; src: url("${inter}") }
* { box-sizing: border-box; margin: 0 }
body { background: #fff; color: #14211f; font-family: "Inter Variable", system-ui, sans-serif }
main { margin: 0 auto }`

/** Delay before printing, so that the new window can finish its layout (contract 9.5), in milliseconds. */
const printDelay = 500

/** Begins the document of a new window, which has no script of its own. */
export function beginSheets(document: Document, styles: string) {
  document.documentElement.lang = 'pt-BR'
  addStyle(document, `${base}\n${styles}`)
}

export function addStyle(document: Document, css: string) {
  const style = document.createElement('style')
  style.textContent = css
  document.head.append(style)
}

/** @returns the element of a new sheet, after those that are there */
export function addSheet(document: Document): HTMLElement {
  const sheet = document.createElement('main')
  document.body.append(sheet)
  return sheet
}

export const printSoon = (tab: Window) => setTimeout(() => tab.print(), printDelay)

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
