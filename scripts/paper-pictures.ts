// `npm run paper:pictures` draws the first page of every paper of the demo organisation into docs/papers.

import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../e2e/support/chromium.ts'
import { openDemo, signInToDemo } from './lib/demo.ts'

const root = new URL('..', import.meta.url).pathname
const folder = join(root, 'docs/papers')
/** Pixels of the longer side of a page. */
const longest = 720

/** The first page of a PDF, drawn by PDF.js. */
async function draw(page: Page, path: string, name: string) {
  await page.evaluate(
    async ([address, side]) => {
      const library: string = '/paper-pictures/pdfjs.mjs'
      const { getDocument } = await import(library)
      const token = localStorage.getItem('malote:token')
      const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
      const sheet = await (await getDocument({ data: await answer.arrayBuffer() }).promise).getPage(1)
      const { width, height } = sheet.getViewport({ scale: 1 })
      const viewport = sheet.getViewport({ scale: side / Math.max(width, height) })
      const canvas = document.createElement('canvas')
      canvas.id = 'paper'
      Object.assign(canvas, { width: Math.floor(viewport.width), height: Math.floor(viewport.height) })
      document.body.replaceChildren(canvas)
      await sheet.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise
    },
    [`/api/documents/${path}`, longest] as const,
  )
  await page.locator('#paper').screenshot({ path: join(folder, `${name}.png`) })
}

const dataDir = await mkdtemp(join(tmpdir(), 'malote-papers-'))
const server = await openDemo(dataDir, process.argv[2])
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArguments })
try {
  await mkdir(folder, { recursive: true })
  const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1000, height: 1000 }, bypassCSP: true })
  const library = await readFile(join(root, 'node_modules/unpdf/dist/pdfjs.mjs'), 'utf8')
  await page.route('**/paper-pictures/pdfjs.mjs', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: library }),
  )
  await signInToDemo(page, server)
  const list = async (path: string): Promise<{ id: number; status: string }[]> =>
    page.evaluate(async (address) => {
      const token = localStorage.getItem('malote:token')
      const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
      return (await answer.json()).data
    }, path)
  const protocols = (await list('/api/protocols?status=Em+andamento')).map(({ id }) => id)
  const items = (await list('/api/returns?status=Pendente')).map(({ id }) => id)
  for (const [name, path] of [
    ['departure', `departure?protocol_ids=${protocols[0]}`],
    ['departure-two-copies', `departure?protocol_ids=${protocols[0]}&copies=2`],
    ['guide', `guide?protocol_ids=${protocols}`],
    ['return-receipt', `return-receipt?item_ids=${items}`],
    ['labels-a4-30', `labels?item_ids=${items}&layout=a4-30&start=4`],
    ['labels-a4-14', `labels?item_ids=${items}&layout=a4-14`],
    ['labels-carta-30', `labels?item_ids=${items}&layout=carta-30`],
    ['labels-roll-62', `labels?item_ids=${items}&layout=roll-62`],
    ['labels-calibration', 'labels/calibration?layout=a4-14'],
    ['dossier', `dossier?protocol_id=${protocols[0]}`],
  ] as const) {
    await draw(page, path, name)
  }
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
