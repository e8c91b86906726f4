import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

const library = fileURLToPath(import.meta.resolve('unpdf/pdfjs'))
/** Of a page without our content security policy, which has no place for PDF.js. */
const origin = 'https://paper.test'

/**
 * Shows the first page of a PDF, drawn by PDF.js, and nothing else.
 *
 * @param longest pixels of its longer side
 * @returns where it stands
 */
export async function drawPaper(page: Page, pdf: Buffer, longest: number) {
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/pdfjs.mjs') return route.fulfill({ path: library, contentType: 'text/javascript' })
    if (pathname === '/paper.pdf') return route.fulfill({ body: pdf, contentType: 'application/pdf' })
    return route.fulfill({ body: '<!doctype html><body>', contentType: 'text/html' })
  })
  await page.goto(origin)
  await page.evaluate(async (side) => {
    const module: string = '/pdfjs.mjs'
    const { getDocument } = await import(module)
    const data = await (await fetch('/paper.pdf')).arrayBuffer()
    const sheet = await (await getDocument({ data }).promise).getPage(1)
    const { width, height } = sheet.getViewport({ scale: 1 })
    const viewport = sheet.getViewport({ scale: side / Math.max(width, height) })
    const canvas = document.createElement('canvas')
    canvas.id = 'paper'
    Object.assign(canvas, { width: Math.floor(viewport.width), height: Math.floor(viewport.height) })
    document.body.replaceChildren(canvas)
    await sheet.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise
  }, longest)
  return page.locator('#paper')
}
