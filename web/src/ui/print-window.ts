import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

const font = `@font-face { font-family: "Inter Variable"; font-weight: 100 900; src: url("${inter}") }`

/** Delay before printing, so that the new window can finish its layout (contract 9.5), in milliseconds. */
const printDelay = 500

/** Begins the document of a new window, which has no script of its own. */
export function beginSheets(document: Document, styles: string) {
  document.documentElement.lang = 'pt-BR'
  addStyle(document, `${font}\n${styles}`)
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
