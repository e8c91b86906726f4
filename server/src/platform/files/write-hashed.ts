import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes a stream to a new file, down to the disk.
 *
 * @returns SHA-256 of what was written
 * @throws when the file exists, or cannot be written whole
 */
export async function writeHashed(path: string, content: Readable): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }),
  )
  return hash.digest()
}
