import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import {
  emptyFileSentence,
  extensionOf,
  formatSentence,
  mismatchSentence,
  sizeSentence,
} from '@malote/core/items/attachment-formats.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { formatOf, headSize, ruledOutAs } from './file-format.ts'
import { safeFileName } from './file-name.ts'

/** A file on the local disk whose content matches its name. */
export interface ReceivedFile {
  /** Position of its item in the form's list. */
  index: number
  field: string
  fileName: string
  path: string
  contentType: string
  sizeBytes: number
  sha256: Buffer
  /** Whether it was accepted although the virus scanner did not respond. */
  scanSkipped: boolean
}

interface Rules {
  /** In bytes. */
  largestFile: number
  formats: readonly string[]
  /** Without it, files are not scanned. */
  scan?: ((upload: { field: string; fileName: string; path: string }) => Promise<boolean>) | undefined
  /** Called with the bytes that will be written next; refuses by throwing. */
  spend: (bytes: number) => void
}

/**
 * Checks the name and the first bytes of an upload, writes it to `path`, then checks its whole content. Nothing is written
 * of a file that its name or its first bytes rule out.
 *
 * @returns the file, or what is wrong with it
 * @throws AppError FILE_TOO_LARGE, MALFORMED_BODY, UNAVAILABLE, FILE_INFECTED, SCAN_UNAVAILABLE, what `spend` throws
 */
export async function receiveFile(
  part: MultipartFile,
  path: string,
  { largestFile, formats, spend, scan }: Rules,
): Promise<ReceivedFile | { field: string; problem: string }> {
  const field = fieldOf(part)
  const refuse = async (problem: string) => {
    await discard(part)
    return { field, problem }
  }
  const index = indexOf(part)
  if (index === undefined) return refuse('Arquivo inesperado neste campo')
  const fileName = safeFileName(part.filename)
  const extension = extensionOf(fileName)
  if (!formats.includes(extension)) return refuse(formatSentence(formats))

  const chunks = part.file[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let file: Omit<ReceivedFile, 'scanSkipped'>
  try {
    const head = await readHead(chunks)
    if (head.length === 0) return { field, problem: emptyFileSentence }
    const instead = await ruledOutAs(head, extension)
    if (instead) return refuse(mismatchSentence(extension, instead))
    const { sha256, sizeBytes } = await writeDown(head, chunks, path, spend)
    if (part.file.truncated) {
      const message = sizeSentence(largestFile / 1024 / 1024)
      throw new AppError('FILE_TOO_LARGE', { message, fieldErrors: { [field]: message } })
    }
    const format = await formatOf(path, extension)
    if ('instead' in format) return { field, problem: mismatchSentence(extension, format.instead) }
    const { contentType } = format
    file = { index, field, fileName, path, contentType, sizeBytes, sha256 }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError(isOfTheDisk(cause) ? 'UNAVAILABLE' : 'MALFORMED_BODY', { cause })
  }
  return { ...file, scanSkipped: scan !== undefined && !(await scan({ field, fileName, path })) }
}

/** The name of an upload's field, as far as an error message repeats it. */
export const fieldOf = ({ fieldname }: MultipartFile): string => String(fieldname ?? '').slice(0, 100)

/** Position of the item that an upload belongs to; undefined for a field that is not expected. */
export function indexOf(part: MultipartFile): number | undefined {
  const digits = /^attachment_(\d{1,4})$/.exec(fieldOf(part))?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Reads the rest of an upload, so that the parser goes on to the next part. */
export async function discard({ file }: MultipartFile): Promise<void> {
  try {
    // Not with `resume()`, which has no effect once an iterator has read the head.
    for await (const _ of file);
  } catch (cause) {
    throw new AppError('MALFORMED_BODY', { cause })
  }
}

async function readHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const read: Buffer[] = []
  let size = 0
  while (size < headSize) {
    const { value, done } = await chunks.next()
    if (done) break
    read.push(value)
    size += value.length
  }
  return Buffer.concat(read)
}

async function writeDown(head: Buffer, rest: AsyncIterator<Buffer>, path: string, spend: Rules['spend']) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const measured = async function* () {
    for (let chunk: Buffer | undefined = head; chunk; chunk = await next(rest)) {
      spend(chunk.length)
      hash.update(chunk)
      sizeBytes += chunk.length
      yield chunk
    }
  }
  // Flushed, because files acknowledged later must survive a power failure.
  const written = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(measured, written)
  } catch (error) {
    // Waits, because the file may still be opening: if it appeared after the cleanup, it would never be removed.
    if (!written.closed) await new Promise<void>((resolve) => written.once('close', resolve))
    throw error
  }
  return { sha256: hash.digest(), sizeBytes }
}

async function next(chunks: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  const { value, done } = await chunks.next()
  return done ? undefined : value
}

/** All other errors are the sender's: an incomplete form, a closed connection. */
const isOfTheDisk = (error: unknown) =>
  error instanceof Error && 'syscall' in error && !/ECONN|EPIPE/.test(String(error))
