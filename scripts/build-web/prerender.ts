// Part of the build: writes the prerendered page, shown until a program replaces it, into the built index.html.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../lib/run.ts'

const page = join(root, 'web/dist/index.html')
const place = '<!--shell-->'

const { prerender } = (await import(join(root, '.cache/prerender/prerender.js'))) as {
  prerender: () => Promise<string>
}
const html = await readFile(page, 'utf8')
if (!html.includes(place)) throw new Error(`${page} has no ${place}`)
const shell = await prerender()
await writeFile(
  page,
  html.replace(place, () => shell),
)
