import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** SHA-256 of a stream, which is read to its end. */
export async function digestOf(content: Readable): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(content, hash)
  return hash.digest()
}
