// `npm run paper:pictures` draws the first page of every paper of the demo organisation into docs/papers.

import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../e2e/support/chromium.ts'
import { drawPaper } from '../e2e/support/draw-paper.ts'
import { openDemo, signInToDemo } from './lib/demo.ts'

const root = new URL('..', import.meta.url).pathname
const folder = join(root, 'docs/papers')
/** Pixels of the longer side of a page. */
const longest = 720

const dataDir = await mkdtemp(join(tmpdir(), 'malote-papers-'))
const server = await openDemo(dataDir, process.argv[2])
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArguments })
try {
  await mkdir(folder, { recursive: true })
  const page = await browser.newPage({ baseURL: server.url })
  await signInToDemo(page, server)
  const token = await page.evaluate(() => localStorage.getItem('malote:token'))
  const ask = async (path: string) => {
    const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return answer
  }
  const list = async (path: string): Promise<{ id: number; status: string }[]> => (await (await ask(path)).json()).data
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
    const pdf = Buffer.from(await (await ask(`/api/documents/${path}`)).arrayBuffer())
    await (await drawPaper(page, pdf, longest)).screenshot({ path: join(folder, `${name}.png`) })
  }
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
