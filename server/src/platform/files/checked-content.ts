import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Passes a stream on and compares its digest with the stored one. The last bytes are held back until it is known, so
 * that a changed or incomplete file is never received as a complete one: the stream fails before its end.
 *
 * @param sha256 of the whole content
 * @param onChanged called when the digest differs
 * @returns the stream, once its first bytes are there
 * @throws ChangedContent for a changed file of one piece, and what the stream throws before its first bytes
 */
export async function checkedContent(content: Readable, sha256: Buffer, onChanged: () => void): Promise<Readable> {
  const pieces = withDigest(content, sha256, onChanged)
  const first = await pieces.next()
  const all = async function* () {
    if (first.done) return
    yield first.value
    yield* pieces
  }
  // A client that is gone before the first byte never starts the generator, which would close the file.
  return Readable.from(all(), { objectMode: false }).once('close', () => content.destroy())
}

async function* withDigest(content: Readable, sha256: Buffer, onChanged: () => void): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let last: Buffer | undefined
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk)
    if (last !== undefined) yield last
    last = chunk
  }
  if (!hash.digest().equals(sha256)) {
    onChanged()
    throw new ChangedContent()
  }
  if (last !== undefined) yield last
}

/** The stored file is not the one that was sent. */
export class ChangedContent extends Error {
  constructor() {
    super('the stored file does not match its checksum')
  }
}

/** SHA-256 of a stream, which is read to its end. */
export async function digestOf(content: Readable): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(content, hash)
  return hash.digest()
}

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
