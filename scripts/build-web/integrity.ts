import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const loaded = /<(?:script|link)\b[^>]*?\b(?:src|href)="(\/[^"]+\.(?:js|css))"[^>]*?(?=>)/g

/**
 * Writes the hash of every script, module preload and style sheet that a built page loads into its tag, so that the
 * browser refuses a file that was exchanged (subresource integrity).
 *
 * @param folder of the build; addresses in the page are below it
 */
export async function writeIntegrity(folder: string): Promise<void> {
  const page = join(folder, 'index.html')
  let html = await readFile(page, 'utf8')
  for (const [tag, address = ''] of html.matchAll(loaded)) {
    const hash = createHash('sha384')
      .update(await readFile(join(folder, address)))
      .digest('base64')
    const plain = tag.replace(/\s*\/$/, '')
    html = html.replace(tag, () => `${plain} integrity="sha384-${hash}"`)
  }
  await writeFile(page, html)
}
