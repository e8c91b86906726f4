import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'

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

/** How a label may look to a camera, as styles. */
export const views = {
  sharp: '',
  small: 'transform: scale(0.45)',
  blurred: 'filter: blur(3px)',
  'out of focus': 'filter: blur(5px)',
  dark: 'filter: brightness(0.25)',
  'washed out': 'filter: contrast(0.35) brightness(1.3)',
  'at an angle': 'transform: perspective(700px) rotateY(45deg) rotateX(20deg)',
  turned: 'transform: rotate(37deg) scale(0.75)',
  'turned and blurred': 'transform: rotate(160deg) scale(0.7); filter: blur(2px)',
  stamped: '',
} as const
export type View = keyof typeof views

/** A stamp in the corner of the code that has no finder pattern. */
const stamp = `body::after { content: ''; position: absolute; left: 495px; top: 460px; width: 90px; height: 90px; border-radius: 50%;
  background: #1b4f9c }`

/**
 * A picture of a printed label as a camera sees it, in the format of Chromium's fake camera.
 *
 * @param folder where the file is written
 * @param label the PDF of a label for a roll
 * @returns its path
 */
export async function pictureOfLabel(browser: Browser, folder: string, label: Buffer, view: View): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await drawPaper(page, label, 960)
  await page.addStyleTag({
    content: `body { margin: 0; height: 720px; display: grid; place-items: center; background: #8a7d6d }
    #paper { ${views[view]} } ${view === 'stamped' ? stamp : ''}`,
  })
  const file = join(folder, `${view.replaceAll(' ', '-')}.mjpeg`)
  await writeFile(file, await page.screenshot({ type: 'jpeg', quality: 80 }))
  await page.close()
  return file
}
