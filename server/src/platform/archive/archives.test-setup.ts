import { readFile, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { extract, type Header, pack } from 'tar-stream'

/** An entry of an archive. */
export interface TestEntry {
  name: string
  content: Buffer
  type?: Header['type']
  linkname?: string
}

/** The entries of an archive. */
export async function entriesOf(file: string): Promise<TestEntry[]> {
  const entries = extract()
  const found: TestEntry[] = []
  entries.end(gunzipSync(await readFile(file)))
  for await (const entry of entries) {
    found.push({ name: entry.header.name, content: await buffer(entry as unknown as Readable) })
  }
  return found
}

export const entryNames = async (file: string): Promise<string[]> => (await entriesOf(file)).map(({ name }) => name)

/** Writes an archive of any entries, also of those that we would never write. */
export async function writeEntries(file: string, entries: readonly TestEntry[]): Promise<void> {
  const archive = pack()
  const whole = buffer(archive as unknown as Readable)
  for (const { content, ...header } of entries) archive.entry({ ...header, size: content.length }, content)
  archive.finalize()
  await writeFile(file, gzipSync(await whole))
}
