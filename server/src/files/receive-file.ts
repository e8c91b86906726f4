import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import { emptyFileSentence, extensionOf, formatSentence, sizeSentence } from '@malote/core/items/attachment-formats.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { contentTypeOf } from './file-format.ts'
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
}

/**
 * Writes the upload to `path`, then checks its content.
 *
 * @returns the file, or what is wrong with it
 * @throws AppError FILE_TOO_LARGE, MALFORMED_BODY, UNAVAILABLE, FILE_INFECTED, SCAN_UNAVAILABLE
 */
export async function receiveFile(
  part: MultipartFile,
  path: string,
  { largestFile, formats, scan }: Rules,
): Promise<ReceivedFile | { field: string; problem: string }> {
  const field = String(part.fieldname ?? '').slice(0, 100)
  const { sha256, sizeBytes } = await writeDown(part, path)
  if (part.file.truncated) {
    const message = sizeSentence(largestFile / 1024 / 1024)
    throw new AppError('FILE_TOO_LARGE', { message, fieldErrors: { [field]: message } })
  }
  const index = /^attachment_(\d{1,4})$/.exec(field)?.[1]
  if (index === undefined) return { field, problem: 'Arquivo inesperado neste campo' }
  const fileName = safeFileName(part.filename)
  const extension = extensionOf(fileName)
  if (!formats.includes(extension)) return { field, problem: formatSentence(formats) }
  if (sizeBytes === 0) return { field, problem: emptyFileSentence }
  const contentType = await contentTypeOf(path, extension)
  if (!contentType) {
    return { field, problem: `Formato de arquivo não permitido: o conteúdo não corresponde à extensão .${extension}` }
  }
  const scanSkipped = scan !== undefined && !(await scan({ field, fileName, path }))
  return { index: Number(index), field, fileName, path, contentType, sizeBytes, sha256, scanSkipped }
}

async function writeDown(part: MultipartFile, path: string) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const measured = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      sizeBytes += chunk.length
      yield chunk
    }
  }
  // Flushed, because files acknowledged later must survive a power failure.
  const written = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(part.file, measured, written)
  } catch (cause) {
    // Waits, because the file may still be opening: if it appeared after the cleanup, it would never be removed.
    if (!written.closed) await new Promise<void>((resolve) => written.once('close', resolve))
    throw new AppError(isOfTheDisk(cause) ? 'UNAVAILABLE' : 'MALFORMED_BODY', { cause })
  }
  return { sha256: hash.digest(), sizeBytes }
}

/** All other errors are the sender's: an incomplete form, a closed connection. */
const isOfTheDisk = (error: unknown) =>
  error instanceof Error && 'syscall' in error && !/ECONN|EPIPE/.test(String(error))
